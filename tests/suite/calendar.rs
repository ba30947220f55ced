//! Days, feasts and the change of the calendar (CP-1.4).

use banneret::campaign::calendar::{Day, NotADay, QuarterDay, Weekday};

fn day(text: &str) -> Day {
    text.parse().unwrap_or_else(|refused: NotADay| panic!("{refused}"))
}

#[test]
fn known_days_have_their_numbers_and_weekdays() {
    for (text, number, weekday) in [
        ("1415-10-25", 2_238_184, Weekday::Friday),
        ("1066-10-14", 2_110_701, Weekday::Saturday),
        ("1582-10-04", 2_299_160, Weekday::Thursday),
        ("1582-10-15", 2_299_161, Weekday::Friday),
        ("2000-01-01", 2_451_545, Weekday::Saturday),
    ] {
        assert_eq!(day(text).0, number, "{text}");
        assert_eq!(day(text).weekday(), weekday, "{text}");
        assert_eq!(Day(number).to_string(), text);
    }
}

#[test]
fn a_leap_day_of_the_old_calendar_is_a_day() {
    assert_eq!(day("1300-02-29") + 1, day("1300-03-01"));
    assert_eq!(
        "1700-02-29".parse::<Day>().map_err(|refused| refused.to_string()),
        Err("there is no 29 February 1700; February 1700 has 28 days".to_owned())
    );
}

#[test]
fn easter_is_where_the_church_kept_it() {
    for (year, easter) in [
        (1066, "1066-04-16"),
        (1265, "1265-04-05"),
        (1300, "1300-04-10"),
        (1346, "1346-04-16"),
        (1415, "1415-03-31"),
        (1582, "1582-04-15"),
        (1583, "1583-04-10"),
        (1818, "1818-03-22"),
        (1954, "1954-04-18"),
        (1981, "1981-04-19"),
        (2000, "2000-04-23"),
        (2038, "2038-04-25"),
    ] {
        assert_eq!(Day::easter(year), Ok(day(easter)));
    }
    for year in 1..=3000 {
        let easter = Day::easter(year).unwrap_or_else(|refused| panic!("{year}: {refused}"));
        assert_eq!(easter.weekday(), Weekday::Sunday, "{year}");
        assert!((322..=425).contains(&(easter.month() * 100 + easter.day_of_month())), "{year}");
    }
}

#[test]
fn days_are_spoken_of_by_their_feasts() {
    for (text, spoken) in [
        ("1415-10-25", "Friday 25 October 1415, the feast of St Crispin"),
        ("1415-09-28", "Saturday 28 September 1415, the eve of Michaelmas"),
        ("1415-09-29", "Sunday 29 September 1415, Michaelmas"),
        ("1415-02-04", "Monday 4 February 1415, 2 days after Candlemas"),
        ("1415-11-12", "Tuesday 12 November 1415, the day after Martinmas"),
        ("1415-11-18", "Monday 18 November 1415, the octave of Martinmas"),
        ("1300-04-10", "Sunday 10 April 1300, Easter Day"),
        ("1300-06-09", "Thursday 9 June 1300, Corpus Christi"),
        ("1415-12-01", "Sunday 1 December 1415, Advent Sunday"),
        ("1415-07-10", "Wednesday 10 July 1415"),
        ("1415-10-08", "Tuesday 8 October 1415"),
    ] {
        assert_eq!(day(text).spoken(), spoken);
    }
    assert_eq!(day("1415-10-25").short(), "25 Oct 1415");
    assert_eq!(day("1100-12-29").by_feast(), Some("4 days after Christmas".to_owned()), "before Becket's death");
}

#[test]
fn dates_are_read_as_people_write_them() {
    for (text, iso) in [
        ("25 October 1415", "1415-10-25"),
        ("  25 oct 1415 ", "1415-10-25"),
        ("October 25, 1415", "1415-10-25"),
        ("Friday 25 October 1415", "1415-10-25"),
        ("Michaelmas 1415", "1415-09-29"),
        ("the feast of Saint Crispin 1415", "1415-10-25"),
        ("the eve of Michaelmas 1415", "1415-09-28"),
        ("Easter 1300", "1300-04-10"),
        ("Pentecost 1300", "1300-05-29"),
        ("Advent Sunday 1300", "1300-11-27"),
        ("Advent Sunday 1303", "1303-12-01"),
        ("0962-02-02", "0962-02-02"),
    ] {
        assert_eq!(day(text).to_string(), iso, "{text}");
    }
}

#[test]
fn what_is_no_day_is_refused_with_the_reason() {
    for (text, sentence) in [
        ("1415-02-30", "there is no 30 February 1415; February 1415 has 28 days"),
        ("1416-02-30", "there is no 30 February 1416; February 1416 has 29 days"),
        ("1415-04-31", "there is no 31 April 1415; April 1415 has 30 days"),
        ("1415-10-00", "there is no 0 October 1415; October 1415 has 31 days"),
        ("1415-13-01", "there is no month 13; months are 1 to 12"),
        ("1582-10-10", "10 October 1582 never was; 4 October was followed by 15 October when the calendar changed"),
        ("0000-01-01", "0 is out of reach; years run from 1 to 9999"),
        ("12345-01-01", "12345 is out of reach; years run from 1 to 9999"),
        ("Corpus Christi 1250", "Corpus Christi was not kept in 1250; it begins with 1264"),
        ("", "“” is no date; write one like 1415-10-25, 25 October 1415 or Michaelmas 1415"),
        ("soon", "“soon” is no date; write one like 1415-10-25, 25 October 1415 or Michaelmas 1415"),
        ("25/10/1415", "“25/10/1415” is no date; write one like 1415-10-25, 25 October 1415 or Michaelmas 1415"),
        ("Mayday 1415", "“Mayday 1415” is no date; write one like 1415-10-25, 25 October 1415 or Michaelmas 1415"),
    ] {
        let refused = text.parse::<Day>().expect_err(text).to_string();
        assert_eq!(refused, sentence);
    }
    for never in 5..=14 {
        assert_eq!(Day::of(1582, 10, never), Err(NotADay::NeverWas { day: never }));
    }
}

#[test]
fn every_day_is_read_back_as_it_is_written() {
    for number in (day("1200-01-01").0..day("1700-01-01").0).step_by(3) {
        let here = Day(number);
        assert_eq!(day(&here.to_string()), here);
        assert_eq!(day(&here.short()), here);
        assert_eq!(day(&here.long()), here);
    }
}

#[test]
fn quarter_days_come_four_times_a_year() {
    assert_eq!(day("1415-09-29").quarter_day(), Some(QuarterDay::Michaelmas));
    assert_eq!(day("1415-09-30").quarter_day(), None);
    assert_eq!(day("1415-09-30").next_quarter_day(), (day("1415-12-25"), QuarterDay::Christmas));
    assert_eq!(day("1415-12-26").next_quarter_day(), (day("1416-03-25"), QuarterDay::LadyDay));
    let year = day("1415-01-01").0..day("1416-01-01").0;
    assert_eq!(year.filter(|number| Day(*number).quarter_day().is_some()).count(), 4);
}

#[test]
fn every_feast_of_a_year_is_found_by_its_name() {
    let year = day("1500-01-01").0..day("1501-01-01").0;
    let mut seen = 0;
    for here in year.map(Day) {
        for feast in here.feasts() {
            assert_eq!(Day::of_feast(feast.name, 1500), Some(Ok(here)), "{}", feast.name);
            assert_eq!(Day::of_feast(&feast.spoken(), 1500), Some(Ok(here)), "{}", feast.name);
            seen += 1;
        }
    }
    assert!(seen > 110, "{seen} feasts");
    assert_eq!(Day::of_feast("St Nobody", 1500), None);
}
