/* What was found, as one page of HTML that needs nothing else: for each game the curve of its
 * value, and boards of its worst moves with the line of play that would have been better. */
#include "analyze.h"

#include "picture.h"
#include "protocol/io/words.h"

#include <stdlib.h>
#include <string.h>

enum { WORST = 6, FRAMES = 12, WIDTH = 900, HEIGHT = 240 };

static const double SHOWN = 0.03; /* a smaller loss is no mistake */

/* ---- text ---- */

/* For HTML and for strings of JavaScript alike. */
static void write_text(const char *text, FILE *page)
{
    for (; *text; text++) {
        if (strchr("&<>\"'\\", *text))
            fprintf(page, "&#%d;", *text);
        else
            fputc((unsigned char)*text < ' ' ? ' ' : *text, page);
    }
}

/* ---- the curve ---- */

static double x_of(const struct mi_judged_game *game, int k)
{
    return 40 + (double)k / (game->moves > 0 ? game->moves : 1) * (WIDTH - 50);
}

static double y_of(double value)
{
    return 10 + (1 - value) * (HEIGHT - 40);
}

static void write_scale(const struct mi_judged_game *game, FILE *page)
{
    for (int i = 0; i <= 4; i++)
        fprintf(page,
                "<line class='s' x1='40' x2='%d' y1='%.1f' y2='%.1f'/>"
                "<text x='34' y='%.1f' text-anchor='end'>%d%%</text>\n",
                WIDTH - 10, y_of(i / 4.0), y_of(i / 4.0), y_of(i / 4.0) + 4, 25 * i);
    int step = game->moves > 100 ? 50 : game->moves > 30 ? 10 : 5;
    for (int k = 0; k <= game->moves; k += step)
        fprintf(page, "<text x='%.1f' y='%d' text-anchor='middle'>%d</text>\n", x_of(game, k),
                HEIGHT - 10, k);
}

static void write_curve(const struct mi_judged_game *game, FILE *page)
{
    fprintf(page,
            "<svg class='c' viewBox='0 0 %d %d' role='img'><title>Chance of the first player to "
            "win, by moves</title>\n",
            WIDTH, HEIGHT);
    write_scale(game, page);
    fputs("<polyline points='", page);
    for (int k = 0; k <= game->moves; k++)
        fprintf(page, "%.1f,%.1f ", x_of(game, k), y_of(game->list[k].value));
    fputs("'/>\n", page);
    for (int k = 0; k < game->moves; k++)
        if (game->list[k].loss >= SHOWN)
            fprintf(page, "<circle cx='%.1f' cy='%.1f' r='%.1f'><title>%d. ", x_of(game, k + 1),
                    y_of(game->list[k + 1].value), 2 + 8 * game->list[k].loss, k + 1),
                write_text(game->list[k].played, page),
                fprintf(page, " loses %.1f%%</title></circle>\n", 100 * game->list[k].loss);
    fputs("</svg>\n", page);
}

/* ---- boards ---- */

/* One board and what is said under it. */
static void write_frame(const miai_engine *engine, const char *said, const char *move, FILE *page)
{
    struct mi_picture picture;
    mi_picture_see(engine, &picture);
    fputs("{\"b\":\"", page);
    write_text(picture.pieces, page);
    fputs("\",\"t\":\"", page);
    write_text(said, page);
    write_text(move, page);
    fputs("\"}", page);
}

static bool load(miai_engine *engine, const struct mi_judged_game *game, int k)
{
    return miai_game_record_load(engine, game->game_record, k + 1, NULL) == MIAI_OK;
}

/* The better line, move by move. */
static void write_line(miai_engine *engine, const struct mi_judged *judged, FILE *page)
{
    char pv[MI_ANALYZE_PV], *rest = pv, *move;
    snprintf(pv, sizeof pv, "%s", judged->pv[0] ? judged->pv : judged->best);
    for (int i = 0; i < FRAMES && (move = mi_next_word(&rest)) != NULL; i++) {
        if (miai_play(engine, MIAI_TURN, move) != MIAI_OK)
            return;
        fputc(',', page);
        write_frame(engine, i ? "then " : "better: ", move, page);
    }
}

/* What is drawn for each letter that a piece has: a character, or 0 and 1 for the players' discs.
 */
static void write_signs(const miai_game *game, FILE *page)
{
    miai_piece piece;
    const char *between = "";
    fputs("data-signs='{", page);
    for (char c = '!'; c <= '~'; c++) {
        if (!miai_piece_of(game, c, &piece))
            continue;
        fprintf(page, "%s\"", between);
        write_text((const char[]){c, '\0'}, page);
        if (piece.sign)
            fprintf(page, "\":\"&#%u;\"", piece.sign);
        else
            fprintf(page, "\":%d", piece.player);
        between = ",";
    }
    fputs("}' ", page);
}

/* Where a board will be drawn, and how. */
static void write_board(const miai_engine *engine, FILE *page)
{
    struct mi_picture picture;
    const miai_presentation *look = &picture.look;
    mi_picture_see(engine, &picture);
    fprintf(page, "<div class='b' data-w='%d' data-h='%d' data-columns='%s' data-top='%d' ",
            picture.width, picture.height, picture.columns, picture.from_top);
    fprintf(page, "data-kind='%s' data-board='%s' data-dark='%s' data-line='%s' ", picture.grid,
            look->board, look->dark, look->line);
    fprintf(page, "data-sides='%d' data-first='%s' data-second='%s' ", look->sides,
            look->colours[0], look->colours[1]);
    write_signs(picture.game, page);
    fputc('>', page);
}

static void write_mistake(miai_engine *engine, const struct mi_judged_game *game, int k, FILE *page)
{
    const struct mi_judged *judged = &game->list[k];
    fprintf(page, "<figure><figcaption><b>%d. ", k + 1);
    write_text(judged->played, page);
    fprintf(page, "</b> loses %.1f%%; best was ", 100 * judged->loss);
    write_text(judged->best, page);
    fputs("</figcaption>", page);
    write_board(engine, page);
    fputs("<script type='application/json'>[", page);
    if (load(engine, game, k))
        write_frame(engine, "before the move", "", page);
    if (load(engine, game, k + 1)) {
        fputc(',', page);
        write_frame(engine, "played: ", judged->played, page);
    }
    if (load(engine, game, k))
        write_line(engine, judged, page);
    fputs("]</script></div></figure>\n", page);
}

/* The worst that was not shown yet, or -1. */
static int find_worst(const struct mi_judged_game *game, const bool *shown)
{
    int worst = -1;
    for (int k = 0; k < game->moves; k++)
        if (!shown[k] && game->list[k].loss >= SHOWN &&
            (worst < 0 || game->list[k].loss > game->list[worst].loss))
            worst = k;
    return worst;
}

static void write_mistakes(miai_engine *engine, const struct mi_judged_game *game, FILE *page)
{
    bool *shown = calloc((size_t)game->moves + 1, sizeof *shown);
    for (int i = 0; shown && i < WORST; i++) {
        int k = find_worst(game, shown);
        if (k < 0)
            break;
        shown[k] = true;
        write_mistake(engine, game, k, page);
    }
    free(shown);
}

/* ---- the page ---- */

static const char head[] = "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>\n"
                           "<meta name='viewport' content='width=device-width'><title>";

static const char style[] =
    "</title><style>\n"
    "body{font:16px/1.4 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222;"
    "background:#fff}\n"
    "svg.c{width:100%;background:#fafafa;border:1px solid #ccc}"
    "svg.c polyline{fill:none;stroke:#06c;stroke-width:2}"
    "svg.c circle{fill:#c30}svg.c .s{stroke:#ddd}svg.c text{font-size:12px;fill:#555}\n"
    "figure{display:inline-block;margin:1em 1em 1em 0;width:17em;vertical-align:top}"
    "figure svg{width:100%}button{font:inherit;padding:0 .8em}.b p{margin:.3em 0;min-height:1.4em}"
    "\n</style></head><body>\n<h1>";

/* Draws a board where each place for one is.  All lengths are in fields; rows come from the top. */
static const char script[] =
    "<script>\n"
    "'use strict';\n"
    "const text=(x,y,size,anchor,s)=>`<text x='${x}' y='${y}' font-size='${size}' "
    "text-anchor='${anchor}'>${s}</text>`;\n"
    "const square=(x,y,inset,more)=>`<rect x='${x+inset}' y='${y+inset}' width='${1-2*inset}' "
    "height='${1-2*inset}' stroke-width='${inset?.08:.03}' ${more}/>`;\n"
    "const disc=(x,y,r,fill,stroke)=>`<circle cx='${x+.5}' cy='${y+.5}' r='${r}' fill='${fill}' "
    "stroke='${stroke}' stroke-width='.03'/>`;\n"
    "const hexagon=(x,y,more)=>`<path d='M${x} ${y+.21}l.5-.29l.5.29v.58l-.5.29l-.5-.29z' "
    "stroke-width='.03' ${more}/>`;\n"
    "function field(d,x,y,i){\n"
    " const dark=d.dark&&(i%d.w+d.h-1-Math.floor(i/d.w))%2===0,"
    "paint=`fill='${dark?d.dark:d.board}' stroke='${d.line}'`;\n"
    " if(d.kind==='hexagons')return hexagon(x,y,paint);\n"
    " return square(x,y,0,paint);\n"
    "}\n"
    "function lines(d){\n"
    " let s='';\n"
    " for(let i=0;i<d.w;i++)s+=`M${i+.5} .5V${d.h-.5}`;\n"
    " for(let i=0;i<d.h;i++)s+=`M.5 ${i+.5}H${d.w-.5}`;\n"
    " return `<rect width='${d.w}' height='${d.h}' fill='${d.board}'/><path stroke='${d.line}' "
    "stroke-width='.03' d='${s}'/>`;\n"
    "}\n"
    "function piece(d,x,y,c,old){\n"
    " const fresh=old!==undefined&&old!==c,sign=d.signs[c];\n"
    " if(typeof sign==='number')return disc(x,y,d.kind==='hexagons'?.38:.45,"
    "sign?d.second:d.first,'#000')+(fresh?disc(x,y,old==='.'?.15:.08,'#c30','none'):'');\n"
    " return (sign?text(x+.5,y+.82,.9,'middle',sign):'')+"
    "(fresh&&(sign||d.dark)?square(x,y,.04,`fill='none' stroke='#c30'`):'');\n"
    "}\n"
    "/* Whose the sides are: the upper and lower one the first player's. */\n"
    "function sides(d,place){\n"
    " const stroke=c=>c==='#fff'?'#999':c;\n"
    " let s='';\n"
    " for(let i=0;i<d.w;i++){const [x,y]=place(i),[u,v]=place((d.h-1)*d.w+i);\n"
    "  s+=`<path fill='none' stroke='${stroke(d.first)}' stroke-width='.12' d='M${x} "
    "${y+.21}l.5-.29l.5.29"
    "M${u} ${v+.79}l.5.29l.5-.29'/>`;}\n"
    " for(let i=0;i<d.h;i++){const [x,y]=place(i*d.w),[u]=place((i+1)*d.w-1);\n"
    "  s+=`<path fill='none' stroke='${stroke(d.second)}' stroke-width='.12' d='M${x} ${y+.21}v.58"
    "M${u+1} ${y+.21}v.58'/>`;}\n"
    " return s;\n"
    "}\n"
    "function board(d,b,last){\n"
    " const slant=d.kind==='hexagons',place=i=>{const y=Math.floor(i/d.w);"
    "return [i%d.w+(slant?y/2:0),slant?.866*y:y];};\n"
    " const wide=d.w+(slant?(d.h-1)/2:0),high=(slant?.866*(d.h-1)+1.1:d.h);\n"
    " let s=`<svg viewBox='-.8 -.1 ${wide+.9} ${high+1}'>`;\n"
    " if(d.kind==='lines')s+=lines(d);\n"
    " else for(let i=0;i<b.length;i++)s+=field(d,...place(i),i);\n"
    " if(slant&&d.sides)s+=sides(d,place);\n"
    " for(let i=0;i<b.length;i++)s+=piece(d,...place(i),b[i],last&&last[i]);\n"
    " for(let i=0;i<d.w;i++)s+=text(place((d.h-1)*d.w+i)[0]+.5,high+.6,.5,'middle',"
    "d.columns[i]||'');\n"
    " for(let i=0;i<d.h;i++){const [x,y]=place(i*d.w);"
    "s+=text(x-.15,y+.7,.5,'end',d.top?i+1:d.h-i);}\n"
    " return s+'</svg>';\n"
    "}\n"
    "for(const at of document.querySelectorAll('.b')){\n"
    " const frames=JSON.parse(at.textContent),d={...at.dataset};\n"
    " d.w=+d.w;d.h=+d.h;d.top=+d.top;d.sides=+d.sides;d.signs=JSON.parse(d.signs);\n"
    " let shown=0;\n"
    " const picture=document.createElement('div'),said=document.createElement('p');\n"
    " const show=n=>{shown=Math.max(0,Math.min(frames.length-1,n));\n"
    "  const last=shown===0?undefined:frames[shown<=2?0:shown-1].b;\n"
    "  picture.innerHTML=board(d,frames[shown].b,last);said.innerHTML=frames[shown].t;};\n"
    " at.append(picture,said);\n"
    " for(const [name,step] of [['\\u25c0',-1],['\\u25b6',1]]){\n"
    "  const button=document.createElement('button');button.textContent=name;\n"
    "  button.onclick=()=>show(shown+step);at.append(button);}\n"
    " show(0);\n"
    "}\n"
    "</script></body></html>\n";

static void write_game(miai_engine *engine, const struct mi_judged_game *game, int number,
                       FILE *page)
{
    double loss[2] = {0, 0};
    int moves[2] = {0, 0};
    for (int k = 0; k < game->moves; k++) {
        loss[game->list[k].player] += game->list[k].loss;
        moves[game->list[k].player]++;
    }
    fprintf(page,
            "<h2>Game %d, %d moves</h2>\n<p>Loss a move: first player %.1f%%, second player "
            "%.1f%%.</p>\n",
            number, game->moves, 100 * loss[0] / (moves[0] ? moves[0] : 1),
            100 * loss[1] / (moves[1] ? moves[1] : 1));
    write_curve(game, page);
    write_mistakes(engine, game, page);
}

void mi_analyze_page(miai_engine *engine, const struct mi_judged_game *games, int count,
                     const char *title, FILE *page)
{
    fputs(head, page);
    write_text(title, page);
    fputs(style, page);
    write_text(title, page);
    fputs("</h1>\n", page);
    for (int i = 0; i < count; i++)
        write_game(engine, &games[i], i + 1, page);
    fputs(script, page);
}
