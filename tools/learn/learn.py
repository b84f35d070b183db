#!/usr/bin/python3
"""Learns a game's network in generations, see README: generate, train, gate, and again.

    learn.py GAME FOLDER [KEY=VALUE]... [--jobs N] [--small] [--worker] [--recipes FOLDER]

What is done is a file in FOLDER, and is not done again: it can be broken off at any time, and goes on
where it was, also on another machine."""

import argparse
import os
import shutil
import sys

import page
from generation import Generation
from recipe import Recipe, RecipeError

HERE = os.path.dirname(os.path.abspath(__file__))


def read_arguments():
    p = argparse.ArgumentParser(description="Learns a game's network, generation by generation.")
    p.add_argument("game", help="a recipe: " + ", ".join(recipes_in(os.path.join(HERE, "recipes"))))
    p.add_argument("folder", help="what is learned from, and what has been learned; made if missing")
    p.add_argument("setting", nargs="*", help="SECTION.KEY=VALUE, in the place of the recipe's")
    p.add_argument("--jobs", type=int, default=1, help="blocks of games played at the same time")
    p.add_argument("--small", action="store_true", help="the recipe in small, to try it")
    p.add_argument("--worker", action="store_true", help="play for another process of the folder")
    p.add_argument("--recipes", default=os.path.join(HERE, "recipes"), help="folder of recipes")
    p.add_argument("--miai", default="./miai", help="the program, which plays the matches")
    p.add_argument("--python", default=sys.executable, help="what runs the trainers")
    return p.parse_args()


def recipes_in(folder):
    return sorted(name[:-4] for name in os.listdir(folder) if name.endswith(".ini"))


def say(text):
    print(text, flush=True)


def open_recipe(arguments):
    """The recipe, stored in the folder: a folder cannot be continued with another recipe."""
    path = os.path.join(arguments.recipes, arguments.game + ".ini")
    if not os.path.exists(path):
        raise RecipeError(
            f"no recipe for {arguments.game}; there are: {', '.join(recipes_in(arguments.recipes))}"
        )
    recipe = Recipe(path, arguments.setting, arguments.small)
    recipe.words["miai"], recipe.words["python"] = arguments.miai, arguments.python
    recipe.words["tools"] = os.path.dirname(HERE)
    kept = os.path.join(arguments.folder, "recipe.ini")
    os.makedirs(arguments.folder, exist_ok=True)
    if os.path.exists(kept):
        with open(kept) as file:
            if file.read() != recipe.text():
                raise RecipeError(f"{kept} is another recipe: take another folder, or that file away")
    else:
        with open(kept + ".part", "w") as file:
            file.write(recipe.text())
        os.replace(kept + ".part", kept)
    return recipe


def best_before(recipe, folder, number):
    """The generation whose network plays: the last accepted one before this; or None."""
    for k in range(number - 1, -1, -1):
        generation = Generation(recipe, folder, k)
        if generation.verdict()["accepted"]:
            return generation
    return None


def learn(recipe, folder, jobs):
    for number in range(recipe.number("learn", "generations")):
        generation = Generation(recipe, folder, number)
        if not generation.is_done():
            best = best_before(recipe, folder, number)
            generation.play(best, jobs, say)
            generation.train(best, say)
            generation.gate(best, jobs, say)
        page.write(recipe, folder, number + 1)
        say(generation.summary())
    best = best_before(recipe, folder, recipe.number("learn", "generations"))
    if best:
        product = os.path.join(folder, recipe.get("learn", "file"))
        shutil.copyfile(best.network, product + ".part")
        os.replace(product + ".part", product)
        say(f"{product}: generation {best.number}")
    else:
        say("no generation played better than what it began with")


def work(recipe, folder, jobs):
    """Plays blocks of the current generation until none is left."""
    for number in range(recipe.number("learn", "generations")):
        generation = Generation(recipe, folder, number)
        if generation.is_played():
            continue
        if number > 0 and not Generation(recipe, folder, number - 1).is_done():
            say(f"generation {number} has not begun")
            return
        generation.play(best_before(recipe, folder, number), jobs, say)
        return
    say("all blocks are there")


def main():
    arguments = read_arguments()
    try:
        recipe = open_recipe(arguments)
        (work if arguments.worker else learn)(recipe, arguments.folder, arguments.jobs)
    except (RecipeError, OSError) as error:
        sys.exit(f"learn: {error}")
    except KeyboardInterrupt:
        sys.exit("learn: broken off; the same command goes on from here")


if __name__ == "__main__":
    main()
