//! Reads a dump with serde_json into structs, and prints sums over their values: `serde-dump WORKLOAD FILE`.
//! Keeps the text of the whole file, but no record.

use serde::de::{DeserializeOwned, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;

#[derive(Default)]
struct Sums {
    records: u64,
    integers: i64,
    reals: f64,
    text_bytes: usize,
}

impl Sums {
    fn add_integer(&mut self, value: i64) {
        self.integers = self.integers.wrapping_add(value);
    }

    fn add_real(&mut self, value: f64) {
        self.reals += value.abs();
    }

    fn add_text(&mut self, value: &str) {
        self.text_bytes += value.len();
    }
}

trait Record: DeserializeOwned {
    fn add_to(&self, sums: &mut Sums);
}

/// The sums do not use every field.
#[allow(dead_code)]
#[derive(Deserialize)]
struct Address {
    street: String,
    city: String,
    region: String,
    zip: String,
    country: String,
}

#[allow(dead_code)]
#[derive(Deserialize)]
struct Person {
    id: i64,
    name: String,
    email: String,
    age: i64,
    balance: f64,
    active: bool,
    joined_at: String,
    referred_by: Option<i64>,
    address: Address,
    tags: Vec<String>,
}

impl Record for Person {
    fn add_to(&self, sums: &mut Sums) {
        sums.add_integer(self.id);
        sums.add_text(&self.name);
        sums.add_integer(self.age);
        sums.add_real(self.balance);
        sums.add_integer(self.active.into());
        sums.add_integer(self.referred_by.unwrap_or(0));
        sums.add_text(&self.address.zip);
        sums.add_text(self.tags.last().map_or("", String::as_str));
    }
}

#[derive(Deserialize)]
struct User {
    screen_name: String,
}

#[derive(Deserialize)]
struct Tweet {
    id: i64,
    text: String,
    created_at: String,
    lang: Option<String>,
    retweet_count: i64,
    user: User,
}

impl Record for Tweet {
    fn add_to(&self, sums: &mut Sums) {
        sums.add_integer(self.id);
        sums.add_text(&self.text);
        sums.add_text(&self.created_at);
        sums.add_text(self.lang.as_deref().unwrap_or(""));
        sums.add_integer(self.retweet_count);
        sums.add_text(&self.user.screen_name);
    }
}

/// Adds the records of an array one by one.
struct Summation<R>(PhantomData<R>);

impl<'de, R: Record> Visitor<'de> for Summation<R> {
    type Value = Sums;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an array of records")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut records: A) -> Result<Sums, A::Error> {
        let mut sums = Sums::default();
        while let Some(record) = records.next_element::<R>()? {
            sums.records += 1;
            record.add_to(&mut sums);
        }
        Ok(sums)
    }
}

fn read<R: Record>(path: &str) -> Result<Sums, Box<dyn Error>> {
    let text = std::fs::read(path)?;
    let mut parser = serde_json::Deserializer::from_slice(&text);
    let sums = parser.deserialize_seq(Summation::<R>(PhantomData))?;
    parser.end()?;
    Ok(sums)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let sums = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [_, "people", path] => read::<Person>(path)?,
        [_, "tweets", path] => read::<Tweet>(path)?,
        _ => return Err("usage: serde-dump people|tweets FILE".into()),
    };
    println!(
        "records={} integers={} reals={} text_bytes={}",
        sums.records, sums.integers, sums.reals, sums.text_bytes
    );
    Ok(())
}
