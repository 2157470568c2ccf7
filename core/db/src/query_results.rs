use surrealdb::{
    IndexedResults,
    types::{Error, ErrorDetails, QueryError, Value},
};

/// Results of a query text, one per statement.
pub(crate) struct QueryResults(Vec<Result<Value, Error>>);

/// Failure of a text of several statements.
pub(crate) struct FailedStatement {
    /// Index of the statement in the text, from 0.
    pub(crate) index: usize,
    pub(crate) error: Error,
}

impl QueryResults {
    pub(crate) fn new(results: impl IntoIterator<Item = Result<Value, Error>>) -> Self {
        Self(results.into_iter().collect())
    }

    /// Returns the result of the only statement.
    pub(crate) fn single(self) -> Result<Value, Error> {
        let values = self.all().map_err(|failed| failed.error)?;
        Ok(values.into_iter().next().unwrap_or_default())
    }

    /// Returns the results of all statements, or the failure that caused the others.
    pub(crate) fn all(self) -> Result<Vec<Value>, FailedStatement> {
        let (mut values, mut reason) = (Vec::with_capacity(self.0.len()), None);
        for (index, result) in self.0.into_iter().enumerate() {
            match result {
                Ok(value) => values.push(value),
                Err(error) => {
                    let failed = FailedStatement { index, error };
                    reason = Some(match reason {
                        Some(known) => sooner(known, failed),
                        None => failed,
                    });
                }
            }
        }
        reason.map_or(Ok(values), Err)
    }
}

/// Returns the more informative of two failures. Statements cancelled by a later failure come first
/// and do not name the cause.
fn sooner(known: FailedStatement, next: FailedStatement) -> FailedStatement {
    if distance_from_cause(&next.error) < distance_from_cause(&known.error) { next } else { known }
}

/// Ranks errors by distance from the cause; 0 is a cause.
fn distance_from_cause(error: &Error) -> u8 {
    match error.details() {
        ErrorDetails::Query(Some(QueryError::NotExecuted | QueryError::Cancelled)) => {
            let message = error.message();
            1 + u8::from(!message.starts_with("Cannot COMMIT") || message.contains("was aborted"))
        }
        _ => 0,
    }
}

impl From<IndexedResults> for QueryResults {
    fn from(mut results: IndexedResults) -> Self {
        let mut errors = results.take_errors();
        let count = results.num_statements() + errors.len();
        Self::new((0..count).map(|index| match errors.remove(&index) {
            Some(error) => Err(error),
            None => results.take::<Value>(index),
        }))
    }
}

/// Returns the rows of a result.
pub(crate) fn rows(value: Value) -> Vec<Value> {
    match value {
        Value::Array(rows) => rows.into_iter().collect(),
        Value::None => Vec::new(),
        value => vec![value],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn consequence() -> Error {
        Error::query("failed transaction".to_owned(), QueryError::NotExecuted)
    }

    fn commit() -> Error {
        Error::query("Cannot COMMIT: why".to_owned(), QueryError::NotExecuted)
    }

    fn thrown() -> Error {
        Error::thrown("x".to_owned())
    }

    #[test]
    fn the_causing_failure_is_reported() {
        let rows = [
            (vec![Ok(Value::None), Err(consequence()), Err(thrown())], 2, "x"),
            (vec![Err(thrown()), Err(consequence())], 0, "x"),
            (vec![Err(consequence()), Err(consequence())], 0, "failed transaction"),
            (vec![Err(consequence()), Err(commit())], 1, "Cannot COMMIT: why"),
        ];
        for (results, index, message) in rows {
            let Err(failed) = QueryResults::new(results).all() else { panic!("it failed") };
            assert_eq!((failed.index, failed.error.message()), (index, message));
        }
    }
}
