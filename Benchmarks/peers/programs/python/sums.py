"""Sums over the values of a dump."""


class Sums:
    """The sums that every program prints. They are unlikely to be right unless the values were read correctly."""

    def __init__(self):
        self.records = 0
        self.integers = 0
        self.reals = 0.0
        self.text_bytes = 0

    def add(self, workload, record):
        """Counts a record, which is a dictionary, and adds its values."""
        self.records += 1
        adders[workload](self, record)

    def add_person(self, person):
        self.add_integers(person["id"], person["age"], person["active"], person.get("referred_by"))
        self.reals += abs(person["balance"])
        self.add_texts(person["name"], person["address"]["zip"], *person["tags"][-1:])

    def add_tweet(self, tweet):
        self.add_integers(tweet["id"], tweet["retweet_count"])
        self.add_texts(tweet["text"], tweet["created_at"], tweet.get("lang"), tweet["user"]["screen_name"])

    def add_integers(self, *values):
        """Adds integers, Booleans and None; the sum wraps around at 64 bits."""
        for value in values:
            self.integers += value or 0
        self.integers = (self.integers + 2**63) % 2**64 - 2**63

    def add_texts(self, *values):
        for value in values:
            self.text_bytes += len((value or "").encode())


adders = {"people": Sums.add_person, "tweets": Sums.add_tweet}
