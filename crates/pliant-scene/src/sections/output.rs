//! `[output]`.

use crate::plan::{Format, OutputField, OutputPlan};
use crate::schema::reader::Reader;
use crate::schema::{Bounds, Choose, Field, Kind, Section, choices_of};
use crate::units::Dimension;

const FRAMES: Field = Field::with_default(
    "frames",
    Kind::Flag,
    "true",
    "Whether frames are written. Without them a run leaves probes.csv, energy.csv and summary.json.",
);
const FORMATS: Field = Field::with_default(
    "formats",
    Kind::Choices(choices_of::<Format>),
    "[\"vtu\"]",
    "File formats of the frames.",
);
const FIELDS: Field = Field::optional(
    "fields",
    Kind::Choices(choices_of::<OutputField>),
    "[\"displacement\", \"von_mises\"]",
    "all of them",
    "What a frame holds beside points and elements.",
);
const CHECKPOINT: Field = Field::optional(
    "checkpoint",
    Kind::Number(Dimension::TIME),
    "\"1 s\"",
    "every 10 seconds of your time",
    "Simulated time between checkpoints, from which `pliant run --resume` goes on. One is also written at the end, on Ctrl-C and when a run fails.",
)
.within(Bounds::Positive);

pub(crate) const OUTPUT: Section = Section::new(
    "[output]",
    "What is written into the run directory.",
    &[&FRAMES, &FORMATS, &FIELDS, &CHECKPOINT],
    "[output]\nformats = [\"vtu\"]\nfields = [\"displacement\", \"von_mises\"]",
);

pub(crate) fn read(reader: &Reader<'_>) -> Option<OutputPlan> {
    let (frames, formats) = (reader.flag(&FRAMES), reader.choices::<Format>(&FORMATS));
    let fields =
        if reader.has(&FIELDS) { reader.choices::<OutputField>(&FIELDS) } else { Some(every_field()) };
    let checkpoint = reader.number(&CHECKPOINT);
    reader.finish();
    if frames == Some(true) && formats.as_ref().is_some_and(Vec::is_empty) {
        reader.error(
            &FORMATS,
            "`formats` is empty",
            "name a format, or switch frames off by `frames = false`",
        );
    }
    Some(OutputPlan {
        frames: frames?,
        formats: formats?,
        fields: fields?,
        checkpoint: checkpoint.map(|c| c.value),
    })
}

fn every_field() -> Vec<OutputField> {
    OutputField::ALL.iter().map(|(field, _)| *field).collect()
}
