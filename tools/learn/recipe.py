"""Recipes: files of sections and keys (README, "Recipes")."""

import configparser
import io
import shlex

SECTIONS = {
    "learn": {"game", "option", "file", "generations", "window", "begin", "seed", "build"},
    "play": {"blocks", "command"},
    "train": {"command", "last", "held", "losses", "positions"},
    "match": {"options", "settings", "accept", "base"},
}


class RecipeError(Exception):
    pass


class Recipe:
    def __init__(self, path, settings=(), small=False):
        self.path, self.words = path, {}
        self.file = configparser.ConfigParser(interpolation=None, inline_comment_prefixes=(";",))
        with open(path) as file:
            self.file.read_file(file)
        if small:
            self.overlay()
        if self.file.has_section("small"):
            self.file.remove_section("small")
        for setting in settings:
            self.set(setting)
        self.check()

    def overlay(self):
        if not self.file.has_section("small"):
            raise RecipeError(f"{self.path} has no section [small]")
        for key, value in self.file.items("small"):
            self.set(f"{key}={value}")

    def set(self, setting):
        name, equals, value = setting.partition("=")
        section, dot, key = name.partition(".")
        if not equals or not dot or section not in SECTIONS:
            raise RecipeError(f"'{setting}' is not SECTION.KEY=VALUE, of {', '.join(SECTIONS)}")
        self.file.set(section, key, value)

    def check(self):
        for section in self.file.sections():
            if section not in SECTIONS:
                raise RecipeError(f"{self.path}: no section [{section}]")
            for key in self.file[section]:
                if key not in SECTIONS[section]:
                    known = ", ".join(sorted(SECTIONS[section]))
                    raise RecipeError(f"{self.path}: [{section}] has no {key}, but {known}")
        for section, key in (("learn", "game"), ("learn", "option"), ("learn", "file"),
                             ("play", "command"), ("train", "command"), ("match", "settings")):
            if not self.file.has_option(section, key):
                raise RecipeError(f"{self.path}: [{section}] lacks {key}")
        for section, key in (("learn", "generations"), ("learn", "window"), ("learn", "seed"),
                             ("play", "blocks")):
            self.number(section, key)

    def get(self, section, key, default=""):
        return self.file.get(section, key, fallback=default)

    def number(self, section, key):
        text = self.get(section, key, "1")
        if not text.isdigit():
            raise RecipeError(f"{self.path}: {key} = {text} is not a whole number")
        return int(text)

    def command(self, section, key, **words):
        """The arguments of a command, with {names} filled in; a list becomes several arguments."""
        words = {**self.words, **words}
        made = []
        for word in shlex.split(self.get(section, key)):
            if word.startswith("{") and isinstance(words.get(word[1:-1]), list):
                made += words[word[1:-1]]
                continue
            try:
                made.append(word.format(**words))
            except (KeyError, IndexError, ValueError):
                known = ", ".join(sorted(words))
                raise RecipeError(f"{self.path}: [{section}] {key}: '{word}' names none of {known}")
        return made

    def text(self):
        out = io.StringIO()
        self.file.write(out)
        return out.getvalue()
