import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads a dump with Jackson into objects, and prints sums over their values: {@code Jackson WORKLOAD FILE}. Keeps neither
 * the text of the file nor the records.
 */
final class Jackson {
    static final class Sums {
        long records;
        long integers;
        double reals;
        long textBytes;

        void add(long value) {
            integers += value;
        }

        void add(Long value) {
            integers += value == null ? 0 : value;
        }

        void add(double value) {
            reals += Math.abs(value);
        }

        void add(String value) {
            textBytes += value == null ? 0 : value.getBytes(StandardCharsets.UTF_8).length;
        }
    }

    interface Record {
        void addTo(Sums sums);
    }

    static final class Address {
        public String street;
        public String city;
        public String region;
        public String zip;
        public String country;
    }

    static final class Person implements Record {
        public long id;
        public String name;
        public String email;
        public long age;
        public double balance;
        public boolean active;
        public String joinedAt;
        public Long referredBy;
        public Address address;
        public List<String> tags;

        @Override
        public void addTo(Sums sums) {
            sums.add(id);
            sums.add(name);
            sums.add(age);
            sums.add(balance);
            sums.add(active ? 1L : 0L);
            sums.add(referredBy);
            sums.add(address.zip);
            sums.add(tags.isEmpty() ? null : tags.get(tags.size() - 1));
        }
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    static final class User {
        public String screenName;
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    static final class Tweet implements Record {
        public long id;
        public String text;
        public String createdAt;
        public String lang;
        public long retweetCount;
        public User user;

        @Override
        public void addTo(Sums sums) {
            sums.add(id);
            sums.add(text);
            sums.add(createdAt);
            sums.add(lang);
            sums.add(retweetCount);
            sums.add(user.screenName);
        }
    }

    private static <R extends Record> Sums read(Class<R> type, File dump) throws IOException {
        var mapper = new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
        var sums = new Sums();
        try (var records = mapper.readerFor(type).<R>readValues(dump)) {
            while (records.hasNextValue()) {
                sums.records++;
                records.nextValue().addTo(sums);
            }
        }
        return sums;
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("usage: Jackson people|tweets FILE");
            System.exit(64);
        }
        var dump = new File(arguments[1]);
        var sums = arguments[0].equals("people") ? read(Person.class, dump) : read(Tweet.class, dump);
        System.out.printf(
            "records=%d integers=%d reals=%s text_bytes=%d%n",
            sums.records, sums.integers, sums.reals, sums.textBytes);
    }
}
