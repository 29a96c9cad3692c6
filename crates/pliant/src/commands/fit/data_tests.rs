//! Tables of tests in their many forms, and those that are none.
#![allow(clippy::unwrap_used)]

use super::*;

fn points(text: &str, test: Option<Test>) -> Vec<(Test, f64, f64)> {
    let all = parse(Path::new("t.csv"), text, test).unwrap_or_else(|error| panic!("{error}"));
    all.iter().map(|m| (m.test, m.stretch, m.stress)).collect()
}

fn refused(text: &str) -> String {
    parse(Path::new("t.csv"), text, None).unwrap_err().to_string()
}

#[test]
fn tables_come_in_many_forms() {
    let expected = [(Test::Uniaxial, 1.5, 0.5e6), (Test::Shear, 2.0, 1e6)];
    for text in [
        "test, stretch, stress [MPa]\nuniaxial, 1.5, 0.5\nshear, 2, 1\n",
        "# a comment\n\nTEST;Stretch;Stress (kPa)\r\nuniaxial;1,5;500\r\nPure shear;2;1000",
        "\u{feff}\"test\"\t\"strain [%]\"\t\"nominal stress [N/mm2]\"\ttime [s]\n\"UT\"\t50\t0.5\t1\nplanar\t100\t1\t2",
        "stress [bar],mode,engineering_strain\n5,tension,0.5\n10,shear,1",
    ] {
        for (found, wanted) in points(text, None).iter().zip(expected) {
            assert_eq!(found.0, wanted.0, "{text}");
            assert!(
                (found.1 - wanted.1).abs() < 1e-14 && (found.2 / wanted.2 - 1.0).abs() < 1e-12,
                "{text} {found:?}"
            );
        }
    }
    let found = points("true strain,true stress [MPa]\n0.6931471805599453,2", Some(Test::Biaxial));
    assert_eq!(found[0].0, Test::Biaxial);
    assert!((found[0].1 - 2.0).abs() < 1e-14 && (found[0].2 - 1e6).abs() < 1e-6);
}

#[test]
fn what_is_no_table_is_refused_with_place_reason_and_remedy() {
    for (text, parts) in [
        ("", ["t.csv, line 1", "no table", "header such as"]),
        ("# only\n", ["t.csv", "no table", "header"]),
        ("1.0, 2.0\n3, 4", ["line 1", "numbers without a header", "begin with a header"]),
        (
            "hello world\nthis is no table",
            ["line 1", "no column of stretch or strain among: hello world", "header"],
        ),
        ("test,stretch\nuniaxial,2", ["line 1", "no column of stress among: test, stretch", "header"]),
        ("stretch,stress [MPa]\n2,1", ["line 1", "no column of the test", "--uniaxial"]),
        (
            "test,stretch,strain,stress [MPa]\nut,2,1,1",
            ["line 1", "2 columns of stretch or strain", "header"],
        ),
        ("test,stretch,stress\nut,2,1", ["line 1", "`stress` has no unit", "stress [MPa]"]),
        ("test,stretch,stress [1]\nut,2,1", ["line 1", "has no unit", "stress [MPa]"]),
        ("test,stretch,stress [m]\nut,2,1", ["line 1", "is that of a length", "usual units: Pa"]),
        ("test,stretch,stress [MPaa]\nut,2,1", ["line 1", "`MPaa` is not known", "MPa"]),
        ("test,stretch [mm],stress [MPa]\nut,2,1", ["line 1", "that of a plain number", ";"]),
        ("# c\ntest,stretch,stress [MPa]\nut,2", ["line 3", "2 values, but the header has 3", "each column"]),
        ("test,stretch,stress [MPa]\npull,2,1", ["line 2", "\"pull\" is no test", "write uniaxial"]),
        (
            "test,stretch,stress [MPa]\nut,NaN,1",
            ["line 2", "\"NaN\" in the column `stretch`", "plain number"],
        ),
        ("test,stretch,stress [MPa]\nut,2,inf", ["line 2", "no finite number", "plain number"]),
        ("test,stretch,stress [MPa]\nut,2,1 MPa", ["line 2", "\"1 MPa\"", "units belong into the header"]),
        ("test,stretch,stress [MPa]\nut,-2,1", ["line 2", "stretch -2 is not possible", "above 0"]),
        ("test,strain [%],stress [MPa]\nut,-120,1", ["line 2", "not possible", "-100 %"]),
        ("test,stretch,stress [MPa]\n", ["line 1", "no point below", "add a line"]),
    ] {
        let message = refused(text);
        for part in parts {
            assert!(message.contains(part), "{text:?}: {message}");
        }
    }
    let mut many = String::from("test,stretch,stress [MPa]\n");
    (0..=MOST_POINTS).for_each(|_| many.push_str("ut,2,1\n"));
    assert!(refused(&many).contains("more than 2000 points"));
    let other =
        parse(Path::new("t.csv"), "test,stretch,stress [MPa]\nut,2,1", Some(Test::Shear)).unwrap_err();
    assert!(other.to_string().contains("uniaxial test in a file given as another"));
}
