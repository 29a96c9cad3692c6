//! `pliant plot`: energies and probes of a run as pictures.
//!
//! One picture of the energies, and one for each unit that probes have: curves of one unit share an axis, curves of
//! different units do not.

use crate::cli::Failure;
use clap::Args;
use pliant_output::plot::Plot;
use pliant_output::{OutputError, StoredRun, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Options of `plot`.
#[derive(Args, Debug)]
pub struct PlotArgs {
    /// Run directory: the folder `pliant run` wrote.
    pub run: PathBuf,
    /// Folder for the pictures [default: the run directory].
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Only this probe; may be given several times [default: all].
    #[arg(long = "probe", value_name = "NAME")]
    pub probes: Vec<String>,
}

/// Draws the pictures and says what it wrote.
pub fn run(args: &PlotArgs) -> Result<(), Failure> {
    let stored = StoredRun::open(&args.run).map_err(unreadable)?;
    let folder = args.output.as_deref().unwrap_or(stored.path());
    let pictures = pictures_of(&stored, &args.probes).map_err(unreadable)?;
    if args.output.is_some() {
        std::fs::create_dir_all(folder)
            .map_err(|e| Failure::output(format!("error: cannot create {}: {e}", folder.display())))?;
    }
    write(&pictures, folder)?;
    pictures.remarks.iter().for_each(|remark| crate::cli::say!("note: {remark}"));
    Ok(())
}

fn unreadable(error: OutputError) -> Failure {
    Failure::bad_input(format!("error: {error}"))
}

fn write(pictures: &Pictures, folder: &Path) -> Result<(), Failure> {
    for (name, plot) in &pictures.list {
        let path = folder.join(name);
        plot.write(&path).map_err(|error| Failure::output(format!("error: {error}")))?;
        let curves: Vec<&str> = plot.series.iter().map(|series| series.name.as_str()).collect();
        crate::cli::say!("wrote {} ({})", path.display(), curves.join(", "));
    }
    Ok(())
}

/// File names with their pictures, and what to say about what is not in them.
#[derive(Default)]
struct Pictures {
    list: Vec<(String, Plot)>,
    remarks: Vec<String>,
}

fn pictures_of(stored: &StoredRun, wanted: &[String]) -> Result<Pictures, OutputError> {
    if !stored.has_energy() && !stored.has_probes() {
        return Err(OutputError::NotARun {
            path: stored.path().into(),
            reason: "has no tables to plot (energy.csv, probes.csv)".into(),
            remedy: "run a scene into it with `pliant run`",
        });
    }
    let title = stored.title();
    let mut pictures = Pictures::default();
    if stored.has_energy() {
        let table = stored.energy()?;
        let columns: Vec<&str> = table.names.iter().skip(1).map(String::as_str).collect();
        let of = titled("Energy", &title);
        pictures.add("energy.svg".into(), &of, &table, &columns, "J")?;
    }
    if stored.has_probes() {
        let table = stored.probes()?;
        let units = stored.probe_units()?;
        refuse_unknown(stored.path(), &table, wanted)?;
        pictures.add_probes(&table, &units, wanted, &title)?;
    } else if !wanted.is_empty() {
        pictures.remarks.push("there is no probes.csv, so no probe is drawn".into());
    }
    if pictures.list.is_empty() {
        pictures.remarks.push("no picture was drawn: no column has a number".into());
    }
    Ok(pictures)
}

fn titled(what: &str, title: &str) -> String {
    if title.is_empty() { what.into() } else { format!("{what}: {title}") }
}

impl Pictures {
    fn add_probes(
        &mut self,
        table: &Table,
        units: &BTreeMap<String, String>,
        wanted: &[String],
        title: &str,
    ) -> Result<(), OutputError> {
        // Grouped in the order of the table, so that the same run gives the same pictures.
        let mut groups: Vec<(Option<&str>, Vec<&str>)> = vec![];
        for name in table.names.iter().skip(1) {
            if !wanted.is_empty() && !wanted.iter().any(|probe| belongs_to(name, probe)) {
                continue;
            }
            let unit = units.get(name).map(String::as_str);
            match groups.iter_mut().find(|(known, _)| *known == unit) {
                Some((_, names)) => names.push(name),
                None => groups.push((unit, vec![name])),
            }
        }
        let mut taken = BTreeSet::new();
        for (unit, names) in groups {
            let file = file_name(unit, &mut taken);
            let what = if let [only] = names[..] { only.to_owned() } else { "Probes".to_owned() };
            self.add(file, &titled(&what, title), table, &names, unit.unwrap_or(""))?;
            if unit.is_none() {
                self.remarks
                    .push(format!("units of {} are not known: summary.json does not tell", names.join(", ")));
            }
        }
        Ok(())
    }

    /// A picture of the columns that have at least one number.
    fn add(
        &mut self,
        file: String,
        title: &str,
        table: &Table,
        columns: &[&str],
        unit: &str,
    ) -> Result<(), OutputError> {
        let (mut drawn, mut empty) = (vec![], vec![]);
        for &name in columns {
            let has_number = table.column(name)?.iter().any(|value| value.is_finite());
            if has_number { drawn.push(name) } else { empty.push(name) }
        }
        if !empty.is_empty() {
            self.remarks.push(format!("{} left out of {file}: no value is a number", empty.join(", ")));
        }
        if !drawn.is_empty() {
            let unit = if unit == "1" { "" } else { unit };
            self.list.push((file, Plot::of_columns(title, table, &drawn, unit)?));
        }
        Ok(())
    }
}

/// What the columns of a vector's coordinates end in.
const COORDINATES: [&str; 3] = [".x", ".y", ".z"];

/// Whether a column shows a probe: `tip`, or of a vector `tip.x`, `tip.y`, `tip.z`. One coordinate may be named, too.
fn belongs_to(column: &str, probe: &str) -> bool {
    column.strip_prefix(probe).is_some_and(|rest| rest.is_empty() || COORDINATES.contains(&rest))
}

/// The probes of a table, each once.
fn probe_names(table: &Table) -> Vec<&str> {
    let mut names: Vec<&str> = vec![];
    for column in table.names.iter().skip(1) {
        let name = COORDINATES.iter().find_map(|end| column.strip_suffix(end)).unwrap_or(column);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn refuse_unknown(run: &Path, table: &Table, wanted: &[String]) -> Result<(), OutputError> {
    let is_there = |probe: &String| table.names.iter().skip(1).any(|column| belongs_to(column, probe));
    match wanted.iter().find(|probe| !is_there(probe)) {
        Some(unknown) => Err(OutputError::NotARun {
            path: run.into(),
            reason: format!("has no probe \"{unknown}\", but {}", probe_names(table).join(", ")),
            remedy: "name one of those",
        }),
        None => Ok(()),
    }
}

/// `probes-m.svg`, `probes-m_per_s.svg`, `probes-unitless.svg`; `probes.svg` where the unit is not known.
fn file_name(unit: Option<&str>, taken: &mut BTreeSet<String>) -> String {
    let word = match unit {
        None => String::new(),
        Some("" | "1") => "-unitless".into(),
        Some(unit) => {
            let safe = |c: char| if c.is_alphanumeric() { c } else { '_' };
            format!("-{}", unit.replace('/', "_per_").chars().map(safe).collect::<String>())
        }
    };
    let mut name = format!("probes{word}.svg");
    let mut number = 2;
    while !taken.insert(name.clone()) {
        name = format!("probes{word}-{number}.svg");
        number += 1;
    }
    name
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use pliant_output::RunDirectory;
    use pliant_output::write::{ProbeSummary, Summary};

    /// A run with tables by hand.
    fn run_with(name: &str, with_summary: bool) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("pliant-plot-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let mut run = RunDirectory::create(&folder).unwrap();
        let mut energy = run.start_energy(&["time", "kinetic", "elastic", "load", "total"]).unwrap();
        let mut probes = run.start_probes(&["time", "tip", "speed", "wall", "root", "broken"]).unwrap();
        for i in 0..20 {
            let t = f64::from(i);
            energy.row(&[t, t, 20.0 - t, f64::NAN, f64::NAN]).unwrap();
            probes.row(&[t, t.sin(), t.cos(), 5.0 * t, 0.5, f64::NAN]).unwrap();
        }
        if with_summary {
            let mut summary = Summary::default();
            summary.scene.title = "A <test>".into();
            let units = [("tip", "m"), ("speed", "m/s"), ("wall", "N"), ("root", "m"), ("broken", "Pa")];
            summary.probes = units.map(|(name, unit)| (name.to_owned(), ProbeSummary::new(unit))).to_vec();
            run.write_summary(&mut summary).unwrap();
        }
        folder
    }

    fn curves(pictures: &Pictures) -> Vec<(String, String, Vec<String>)> {
        let names = |plot: &Plot| plot.series.iter().map(|s| s.name.clone()).collect();
        pictures.list.iter().map(|(file, plot)| (file.clone(), plot.y_unit.clone(), names(plot))).collect()
    }

    fn entry(file: &str, unit: &str, names: &[&str]) -> (String, String, Vec<String>) {
        (file.into(), unit.into(), names.iter().map(|&n| n.to_owned()).collect())
    }

    #[test]
    fn probes_are_grouped_by_unit_and_columns_without_numbers_left_out() {
        let folder = run_with("grouped", true);
        let pictures = pictures_of(&StoredRun::open(&folder).unwrap(), &[]).unwrap();
        let wanted = [
            entry("energy.svg", "J", &["kinetic", "elastic"]),
            entry("probes-m.svg", "m", &["tip", "root"]),
            entry("probes-m_per_s.svg", "m/s", &["speed"]),
            entry("probes-N.svg", "N", &["wall"]),
        ];
        assert_eq!(curves(&pictures), wanted);
        let remarks = [
            "load, total left out of energy.svg: no value is a number",
            "broken left out of probes-Pa.svg: no value is a number",
        ];
        assert_eq!(pictures.remarks, remarks);
        assert_eq!(pictures.list[1].1.title, "Probes: A <test>");
        assert_eq!(pictures.list[3].1.title, "wall: A <test>");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn pictures_go_into_the_run_or_where_asked() {
        let folder = run_with("written", true);
        let elsewhere = folder.join("pictures/here");
        for (output, place) in [(None, &folder), (Some(elsewhere.clone()), &elsewhere)] {
            run(&PlotArgs { run: folder.clone(), output, probes: vec!["speed".into()] }).unwrap();
            let svg = std::fs::read_to_string(place.join("probes-m_per_s.svg")).unwrap();
            assert!(svg.starts_with("<?xml") && svg.contains("speed: A &lt;test&gt;"));
            assert!(place.join("energy.svg").is_file() && !place.join("probes-m.svg").exists());
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_run_without_summary_is_drawn_without_units() {
        let folder = run_with("going_on", false);
        let pictures = pictures_of(&StoredRun::open(&folder).unwrap(), &[]).unwrap();
        assert_eq!(curves(&pictures)[1], entry("probes.svg", "", &["tip", "speed", "wall", "root"]));
        assert!(pictures.remarks.last().unwrap().contains("summary.json does not tell"));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn other_folders_and_unknown_probes_are_refused() {
        let folder = run_with("refused", true);
        let args = |run: PathBuf, probe: &str| PlotArgs { run, output: None, probes: vec![probe.into()] };
        let failure = run(&args(folder.clone(), "tips")).unwrap_err();
        assert!(
            failure.message.contains("has no probe \"tips\", but tip, speed, wall, root, broken; name"),
            "{}",
            failure.message
        );
        assert_eq!(failure.code, crate::cli::exit::BAD_INPUT);
        for table in ["energy.csv", "probes.csv"] {
            std::fs::remove_file(folder.join(table)).unwrap();
        }
        let failure = run(&args(folder.clone(), "tip")).unwrap_err();
        assert!(failure.message.contains("has no tables to plot"), "{}", failure.message);
        std::fs::remove_file(folder.join("summary.json")).unwrap();
        assert!(run(&args(folder.clone(), "tip")).unwrap_err().message.contains("is no run directory"));
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(run(&args(folder, "tip")).unwrap_err().message.contains("no such file or folder"));
    }

    #[test]
    fn a_vector_is_chosen_by_the_name_of_its_probe() {
        let names = ["time", "tip", "tip.x", "tip.y", "tip.z", "tipped", "end.x", "end.y", "end.z"];
        let table = Table { names: names.map(str::to_owned).to_vec(), columns: vec![vec![0.0, 1.0]; 9] };
        let chosen = |probe: &str| {
            let mut pictures = Pictures::default();
            pictures.add_probes(&table, &BTreeMap::new(), &[probe.to_owned()], "").unwrap();
            curves(&pictures).remove(0).2
        };
        assert_eq!(chosen("tip"), ["tip", "tip.x", "tip.y", "tip.z"]);
        assert_eq!(chosen("end"), ["end.x", "end.y", "end.z"]);
        assert_eq!(chosen("tip.y"), ["tip.y"]);
        let refused = refuse_unknown(Path::new("run"), &table, &["en".to_owned()]).unwrap_err().to_string();
        assert!(refused.contains("run has no probe \"en\", but tip, tipped, end; name"), "{refused}");
    }

    #[test]
    fn file_names_are_safe_and_differ() {
        let mut taken = BTreeSet::new();
        let mut name = |unit| file_name(unit, &mut taken);
        assert_eq!(name(Some("kg*m/s")), "probes-kg_m_per_s.svg");
        assert_eq!(name(Some("kg m/s")), "probes-kg_m_per_s-2.svg");
        assert_eq!(name(Some("1")), "probes-unitless.svg");
        assert_eq!(name(Some("../x")), "probes-___per_x.svg");
        assert_eq!(name(None), "probes.svg");
    }
}
