// Reads a dump with simdjson On-Demand into structs, and prints sums over their values: `simdjson WORKLOAD FILE`.
// The members are read in the order of the dump, which is the fastest order for On-Demand.

#include <simdjson.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace ondemand = simdjson::ondemand;

struct Sums {
    uint64_t records = 0;
    uint64_t integers = 0;
    double reals = 0;
    size_t textBytes = 0;

    void add(int64_t value) { integers += static_cast<uint64_t>(value); }
    void add(double value) { reals += std::abs(value); }
    void add(const std::string &value) { textBytes += value.size(); }
};

static int64_t integer(ondemand::value value) { return value.get_int64(); }

static std::string text(ondemand::value value) { return std::string(std::string_view(value.get_string())); }

// Returns nothing for a null and for a missing member.
template <typename Value>
static std::optional<Value> optional(simdjson::simdjson_result<ondemand::value> member,
                                     Value read(ondemand::value)) {
    ondemand::value value;
    if (member.get(value) == simdjson::NO_SUCH_FIELD || value.is_null()) return std::nullopt;
    return read(value);
}

struct Address {
    std::string street, city, region, zip, country;

    explicit Address(ondemand::object object)
        : street(text(object["street"])),
          city(text(object["city"])),
          region(text(object["region"])),
          zip(text(object["zip"])),
          country(text(object["country"])) {}
};

struct Person {
    int64_t id;
    std::string name, email;
    int64_t age;
    double balance;
    bool active;
    std::string joinedAt;
    std::optional<int64_t> referredBy;
    Address address;
    std::vector<std::string> tags;

    explicit Person(ondemand::object object)
        : id(integer(object["id"])),
          name(text(object["name"])),
          email(text(object["email"])),
          age(integer(object["age"])),
          balance(object["balance"].get_double()),
          active(object["active"].get_bool()),
          joinedAt(text(object["joined_at"])),
          referredBy(optional(object["referred_by"], integer)),
          address(object["address"].get_object()) {
        for (ondemand::value tag : object["tags"].get_array()) tags.push_back(text(tag));
    }

    void addTo(Sums &sums) const {
        sums.add(id);
        sums.add(name);
        sums.add(age);
        sums.add(balance);
        sums.add(int64_t(active));
        sums.add(referredBy.value_or(0));
        sums.add(address.zip);
        if (!tags.empty()) sums.add(tags.back());
    }
};

struct User {
    std::string screenName;

    explicit User(ondemand::object object) : screenName(text(object["screen_name"])) {}
};

struct Tweet {
    std::string createdAt;
    int64_t id;
    std::string text;
    User user;
    int64_t retweetCount;
    std::optional<std::string> lang;

    explicit Tweet(ondemand::object object)
        : createdAt(::text(object["created_at"])),
          id(integer(object["id"])),
          text(::text(object["text"])),
          user(object["user"].get_object()),
          retweetCount(integer(object["retweet_count"])),
          lang(optional(object["lang"], ::text)) {}

    void addTo(Sums &sums) const {
        sums.add(id);
        sums.add(text);
        sums.add(createdAt);
        if (lang) sums.add(*lang);
        sums.add(retweetCount);
        sums.add(user.screenName);
    }
};

template <typename Record>
static Sums read(const char *path) {
    auto dump = simdjson::padded_string::load(path);
    ondemand::parser parser;
    ondemand::document document = parser.iterate(dump);
    Sums sums;
    for (ondemand::object object : document.get_array()) {
        sums.records++;
        Record(object).addTo(sums);
    }
    return sums;
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: simdjson people|tweets FILE\n");
        return 64;
    }
    Sums sums = arguments[1] == std::string("people") ? read<Person>(arguments[2]) : read<Tweet>(arguments[2]);
    printf("records=%llu integers=%lld reals=%.17g text_bytes=%zu\n", (unsigned long long)sums.records,
           (long long)sums.integers, sums.reals, sums.textBytes);
}
