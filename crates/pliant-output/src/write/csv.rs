//! Tables that grow while a run goes on: `probes.csv`, `energy.csv`.
//!
//! The header comes once, each row is handed to the system as one whole line, so after a kill the file can be read
//! up to its last line. Numbers are the shortest that read back the same; names are quoted as in RFC 4180.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::OutputError;
use crate::text::number;

/// An open table.
#[derive(Debug)]
pub struct CsvTable {
    path: PathBuf,
    file: File,
    columns: usize,
    /// Bytes of the whole lines written so far.
    length: u64,
    line: String,
}

impl CsvTable {
    /// Starts a table with these columns; a file of that name is replaced.
    pub fn create<S: AsRef<str>>(path: &Path, columns: &[S]) -> Result<Self, OutputError> {
        check_header(columns).map_err(|reason| OutputError::BadHeader { path: path.into(), reason })?;
        let file = File::create(path).map_err(|error| OutputError::file("write", path, error))?;
        let mut table =
            Self { path: path.into(), file, columns: columns.len(), length: 0, line: String::new() };
        table.line = header_line(columns);
        table.write_line()?;
        Ok(table)
    }

    /// Opens a table again to go on after its first `length` bytes; what follows them is dropped.
    ///
    /// # Errors
    /// If it has other columns or is shorter: then it is not the table it was.
    pub fn reopen<S: AsRef<str>>(path: &Path, columns: &[S], length: u64) -> Result<Self, OutputError> {
        const REMEDY: &str = "start again without --resume";
        let system = |error| OutputError::file("open", path, error);
        let wrong = |reason: &str| OutputError::BadTable {
            path: path.into(),
            line: 1,
            reason: reason.into(),
            remedy: REMEDY,
        };
        let mut file = match File::options().read(true).write(true).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(wrong("the table is gone")),
            opened => opened.map_err(system)?,
        };
        let header = header_line(columns);
        let mut found = vec![0; header.len()];
        let found_length = file.metadata().map_err(system)?.len();
        let is_it = found_length >= length
            && length >= header.len() as u64
            && file.read_exact(&mut found).is_ok()
            && found == header.as_bytes();
        if !is_it {
            return Err(wrong("it is not the table the checkpoint was written with, or has lost its end"));
        }
        file.set_len(length).map_err(system)?;
        file.seek(SeekFrom::Start(length)).map_err(system)?;
        Ok(Self { path: path.into(), file, columns: columns.len(), length, line: String::new() })
    }

    /// Bytes of the whole lines written so far.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Appends a row, one value a column.
    pub fn row(&mut self, values: &[f64]) -> Result<(), OutputError> {
        if values.len() != self.columns {
            let (columns, values) = (self.columns, values.len());
            return Err(OutputError::WrongRow { path: self.path.clone(), columns, values });
        }
        self.line.clear();
        for (i, &value) in values.iter().enumerate() {
            if i > 0 {
                self.line.push(',');
            }
            self.line.push_str(&number(value));
        }
        self.line.push('\n');
        self.write_line()
    }

    /// Where the table is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn write_line(&mut self) -> Result<(), OutputError> {
        if let Err(error) = self.file.write_all(self.line.as_bytes()) {
            // Half a line may have found room on a full disk; the lines before it stay readable in any case.
            let _ = self.file.set_len(self.length);
            let _ = self.file.seek(SeekFrom::Start(self.length));
            return Err(OutputError::file("write", &self.path, error));
        }
        self.length += self.line.len() as u64;
        Ok(())
    }
}

/// The first line of a table, with its end.
fn header_line<S: AsRef<str>>(columns: &[S]) -> String {
    let names: Vec<Cow<str>> = columns.iter().map(|name| quoted(name.as_ref())).collect();
    names.join(",") + "\n"
}

fn check_header<S: AsRef<str>>(columns: &[S]) -> Result<(), String> {
    if columns.is_empty() {
        return Err("it has no columns".into());
    }
    let mut seen = BTreeSet::new();
    match columns.iter().map(AsRef::as_ref).find(|&name| !seen.insert(name)) {
        Some(twice) => Err(format!("the column \"{twice}\" is there twice: rename one of them")),
        None => Ok(()),
    }
}

/// A name as a CSV field; line breaks become spaces, so that a line is always a row.
fn quoted(name: &str) -> Cow<'_, str> {
    let special = |c: char| matches!(c, ',' | '"' | '\n' | '\r');
    let padded = name.starts_with(char::is_whitespace) || name.ends_with(char::is_whitespace);
    if !name.is_empty() && !padded && !name.contains(special) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(format!("\"{}\"", name.replace('"', "\"\"").replace("\r\n", " ").replace(['\n', '\r'], " ")))
}
