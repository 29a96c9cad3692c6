//! Tables read back: the columns of `probes.csv` and `energy.csv`, for plots and comparisons.
//!
//! A table of a run that goes on, or was killed, may end in half a line; such a line is left out.

use std::fs;
use std::path::Path;

use crate::error::OutputError;

/// A table of numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Names of the columns.
    pub names: Vec<String>,
    /// The columns, all of one length.
    pub columns: Vec<Vec<f64>>,
}

impl Table {
    /// Reads a CSV file.
    pub fn read(path: &Path) -> Result<Self, OutputError> {
        let text = fs::read_to_string(path).map_err(|error| OutputError::file("read", path, error))?;
        Self::parse(path, &text)
    }

    /// Reads the text of a CSV file; `path` is for messages.
    pub fn parse(path: &Path, text: &str) -> Result<Self, OutputError> {
        const REMEDY: &str = "run the scene again to write it anew";
        let wrong = |line: usize, reason: String| OutputError::BadTable {
            path: path.into(),
            line,
            reason,
            remedy: REMEDY,
        };
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = whole.lines().enumerate();
        let (_, header) = lines.next().ok_or_else(|| wrong(1, "the header is missing".into()))?;
        let names = split(header).map_err(|reason| wrong(1, reason))?;
        let mut columns = vec![Vec::new(); names.len()];
        for (index, line) in lines {
            let values = split(line).map_err(|reason| wrong(index + 1, reason))?;
            if values.len() != names.len() {
                let reason = format!("{} values do not fit {} columns", values.len(), names.len());
                return Err(wrong(index + 1, reason));
            }
            for (column, text) in columns.iter_mut().zip(&values) {
                let value = text.trim().parse();
                column.push(value.map_err(|_| wrong(index + 1, format!("\"{text}\" is no number")))?);
            }
        }
        Ok(Self { names, columns })
    }

    /// The column of that name.
    pub fn column(&self, name: &str) -> Result<&[f64], OutputError> {
        match self.names.iter().position(|known| known == name) {
            Some(index) => Ok(&self.columns[index]),
            None => Err(OutputError::UnknownColumn { name: name.into(), known: self.names.join(", ") }),
        }
    }

    /// How many rows there are.
    pub fn row_count(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }
}

/// The fields of a line, quoted as in RFC 4180.
fn split(line: &str) -> Result<Vec<String>, String> {
    let mut fields = vec![String::new()];
    let mut characters = line.chars().peekable();
    let mut quoted = false;
    while let Some(c) = characters.next() {
        let field = fields.last_mut().expect("there is always a field");
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => field.push(c),
        }
    }
    if quoted { Err("a quotation mark is not closed".into()) } else { Ok(fields) }
}
