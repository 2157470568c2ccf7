//! An assessment as a document.

use sparkyard_kernel::{
    pdf::{Column, Document, Heading, PdfError, Row},
    zone,
};

use super::NamedAssessment;
use crate::model::activity::Issue;

/// Width of the column of levels, in points.
const LEVELS: f32 = 60.0;

/// Writes an assessment.
pub(crate) fn pdf(issue: &Issue, named: &NamedAssessment) -> Result<Vec<u8>, PdfError> {
    let NamedAssessment { assessment, made_by } = named;
    let written_at = zone::in_britain(issue.at);
    let title = "Risk assessment";
    let mut document =
        Document::new(Heading { title, issuer: &issue.site, written_at: &written_at })?;
    let [made_on, due_on] = [assessment.made_at, assessment.due_at()].map(zone::day_in_words);
    let made = match made_by.as_str() {
        "" => made_on,
        name => format!("{made_on}, by {name}"),
    };
    let children = if assessment.children_likely { "Yes" } else { "No" };
    document.facts([
        ("Made", made.as_str()),
        ("Due again", &due_on),
        ("Responsible", &assessment.responsible),
        ("Children likely to use it", children),
        ("Reasons", &assessment.children_note),
    ]);
    document.paragraph("The site at that time:");
    let facts = assessment.facts.iter();
    document.facts(facts.map(|fact| (fact.name.as_str(), fact.value.as_str())));
    let columns = [
        Column::words("Kind of illegal content"),
        Column::words("Risk").wide(LEVELS),
        Column::words("Evidence"),
        Column::words("Measures"),
    ];
    let rows = assessment.risks.iter().map(|risk| {
        let title = risk.harm.title().to_owned();
        let level = risk.level.name().to_owned();
        Row::new([title, level, risk.evidence.clone(), risk.measures.clone()])
    });
    document.table(&columns, rows);
    document.paragraph(
        "The kinds are those that the Online Safety Act 2023 calls priority illegal content. The \
         assessment is kept, and made again within a year or before the site changes much.",
    );
    document.finish()
}
