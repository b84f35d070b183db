# A match by gomill's ringmaster: ringmaster gomill.ctl run
competition_type = 'playoff'
players = {
    'miai': Player('miai --playouts=1000'),
    'gnugo': Player('gnugo --mode gtp --level 1 --chinese-rules'),
}
board_size = 9
komi = 7.5
matchups = [
    Matchup('miai', 'gnugo', alternating=True, scorer='players', number_of_games=10),
]
