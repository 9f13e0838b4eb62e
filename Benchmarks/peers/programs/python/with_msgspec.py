"""Reads a dump with msgspec into one list of structs."""

from __future__ import annotations

import msgspec

from program import main


class Address(msgspec.Struct):
    street: str
    city: str
    region: str
    zip: str
    country: str


class Person(msgspec.Struct):
    id: int
    name: str
    email: str
    age: int
    balance: float
    active: bool
    joined_at: str
    address: Address
    tags: list[str]
    referred_by: int | None = None


class User(msgspec.Struct):
    screen_name: str


class Tweet(msgspec.Struct):
    id: int
    text: str
    created_at: str
    retweet_count: int
    user: User
    lang: str | None = None


models = {"people": Person, "tweets": Tweet}


def read(workload, path):
    with open(path, "rb") as file:
        return msgspec.json.decode(file.read(), type=list[models[workload]])


main(read, dictionaries=lambda records: map(msgspec.to_builtins, records))
