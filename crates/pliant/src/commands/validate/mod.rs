//! `pliant validate`: exact and published answers against what the program gives.
//!
//! Cases are data: `validation/cases.toml` says which scene is run and which numbers are read of it, and the scenes in
//! `validation/scenes/` are scenes like any other. They run by the path `pliant run` and `pliant modes` use, with
//! default settings; what a scene sets differently is listed in its rows. Both are part of the program, so that it
//! validates itself wherever it is.

mod analysis;
mod cases;
mod cut;
mod figure;
mod measure;
mod recover;
mod row;
mod waves;

use crate::cli::{Failure, ValidateArgs, exit};
use cases::{Case, Table};
use row::{Row, Trial, Verdict};
use std::time::Instant;

/// Runs the chosen cases and compares.
pub fn run(args: &ValidateArgs) -> Result<(), Failure> {
    if let Some(id) = &args.figure {
        return figure::run(id, args);
    }
    let table = Table::embedded().map_err(Failure::bad_input)?;
    if (args.recover || args.restep) && args.list {
        return list_subjects(args, &table);
    }
    if args.recover || args.restep {
        return recover_and_restep(args, &table);
    }
    let chosen = choose(&table, args)?;
    if args.list {
        return list(&chosen, args.json);
    }
    tell(args, &Row::heading());
    let mut rows = Vec::new();
    for case in chosen {
        let of_case = rows_of(case, args.threads)?;
        of_case.iter().for_each(|row| tell(args, row));
        rows.extend(of_case);
    }
    tell(args, &format_args!("\n{}", conclusion(&rows)));
    if args.json {
        crate::cli::say!("{}", to_json(&rows)?);
    }
    if rows.iter().any(|row| row.verdict() == Verdict::Short) {
        return Err(Failure { message: String::new(), code: exit::SHORTFALL });
    }
    Ok(())
}

/// A line of the table. All of it may take an hour or two, so it is seen as it grows; beside JSON, on standard error.
fn tell(args: &ValidateArgs, line: &dyn std::fmt::Display) {
    if args.json {
        eprintln!("{line}");
    } else {
        crate::cli::say!("{line}");
    }
}

/// Stops runs and takes them up again, or repeats steps.
fn recover_and_restep(args: &ValidateArgs, table: &Table) -> Result<(), Failure> {
    let rows = recover::run(args, table, |row| tell(args, row))?;
    let short = rows.iter().filter(|row| !row.pass).count();
    if args.json {
        crate::cli::say!("{}", to_json(&rows)?);
    } else {
        crate::cli::say!("\n{} of {} go on to the same bits", rows.len() - short, rows.len());
    }
    if short > 0 {
        return Err(Failure { message: String::new(), code: exit::SHORTFALL });
    }
    Ok(())
}

/// Names the scenes that would be stopped or stepped again.
fn list_subjects(args: &ValidateArgs, table: &Table) -> Result<(), Failure> {
    let ids = recover::ids(args, table)?;
    if args.json {
        crate::cli::say!("{}", to_json(&ids)?);
    } else {
        ids.iter().for_each(|id| crate::cli::say!("{id}"));
    }
    Ok(())
}

/// The cases that fit the arguments.
fn choose_from<'a>(table: &'a Table, args: &ValidateArgs) -> Vec<&'a Case> {
    let is_wanted = |wanted: &Option<String>, is: &str| wanted.as_ref().is_none_or(|w| w == is);
    (table.case.iter())
        .filter(|case| is_wanted(&args.family, &case.family) && is_wanted(&args.method, &case.method))
        .filter(|case| args.case.as_ref().is_none_or(|start| case.id.starts_with(start.as_str())))
        .filter(|case| case.quick || !args.quick)
        .collect()
}

fn choose<'a>(table: &'a Table, args: &ValidateArgs) -> Result<Vec<&'a Case>, Failure> {
    let chosen = choose_from(table, args);
    if chosen.is_empty() {
        return Err(Failure::bad_input(
            "error: no case fits; `pliant validate --list` shows all ids, families and methods",
        ));
    }
    Ok(chosen)
}

/// Names what would be run.
fn list(chosen: &[&Case], json: bool) -> Result<(), Failure> {
    let rows: Vec<_> = chosen.iter().flat_map(|case| row::planned(case)).collect();
    if json {
        crate::cli::say!("{}", to_json(&rows)?);
        return Ok(());
    }
    for row in rows {
        let remark = if row.quick { "quick" } else { "" };
        crate::cli::say!("{:<34} {:<10} {:<6} {:<6} {}", row.id, row.family, row.method, remark, row.scene);
    }
    Ok(())
}

/// Runs a case, and once more if it shall be more exact when it is finer.
fn rows_of(case: &Case, threads: Option<usize>) -> Result<Vec<Row>, Failure> {
    let mut rows = worst_rows(case, threads)?;
    if !case.finer.is_empty() {
        let finer = worst_rows(&case.made_finer(), threads)?;
        rows.extend(Row::finer(case, &rows, finer));
    }
    Ok(rows)
}

/// Runs a case, with each of its seeds, and compares each of its values.
fn worst_rows(case: &Case, threads: Option<usize>) -> Result<Vec<Row>, Failure> {
    let seeds =
        if case.seeds.is_empty() { vec![None] } else { case.seeds.iter().copied().map(Some).collect() };
    let trials: Vec<Trial> = seeds.into_iter().map(|seed| try_with(case, seed, threads)).collect();
    let overrides = case.overrides().map_err(Failure::bad_input)?;
    Ok(case.value.iter().map(|value| Row::worst(case, value, &trials, &overrides)).collect())
}

fn try_with(case: &Case, seed: Option<u64>, threads: Option<usize>) -> Trial {
    let started = Instant::now();
    let changes = seed.map_or(Ok(Vec::new()), |seed| case.seeded(seed));
    let outcome = changes.and_then(|changes| analysis::carry_out(case, &changes, threads));
    Trial { seed, outcome, seconds: started.elapsed().as_secs_f64() }
}

fn to_json(rows: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string_pretty(rows).map_err(Failure::output)
}

/// The last line of the table.
fn conclusion(rows: &[Row]) -> String {
    let count = |verdict| rows.iter().filter(|row| row.verdict() == verdict).count();
    let (passed, short) = (count(Verdict::Passed), count(Verdict::Short));
    let top = rows.iter().filter(|row| row.verdict() == Verdict::Passed && row.top).count();
    let mut text = format!("{passed} of {} values pass, {top} of them at the top tolerance", passed + short);
    match count(Verdict::Reported) {
        0 => {}
        reported => text += &format!("; {reported} more are reported without a verdict"),
    }
    text
}
