//! Reads of rows by key.
//!
//! A statement is planned, and loads and decodes the definitions of its table in every transaction,
//! which costs several times as much as the row. A read by key needs none of that. Use it where
//! requests wait for one row, or for rows whose ids are known; for everything else there is
//! [`Db::query`].

use std::ops::Bound;

use surrealdb::types::{Number, RecordId, RecordIdKey, RecordIdKeyRange, SurrealValue, Value};

use crate::{Db, DbError, StatementCounts, error::corrupt, read::Read};

impl Db {
    /// Reads the row of `table` with this key; `None` if there is none. The field `id` holds the
    /// key itself. A key is a string, an integer or an array.
    ///
    /// Equals `SELECT *, record::id(id) AS id FROM type::record($table, $key)` where no field of
    /// the table is computed.
    pub async fn get<T: SurrealValue>(
        &self,
        table: &'static str,
        key: impl SurrealValue,
    ) -> Result<Option<T>, DbError> {
        let mut rows = self.get_all(table, [key]).await?;
        Ok(rows.pop().flatten())
    }

    /// Checks for each key, in order, whether `table` has a row with it.
    pub async fn has_all(
        &self,
        table: &'static str,
        keys: impl IntoIterator<Item = impl SurrealValue>,
    ) -> Result<Vec<bool>, DbError> {
        let rows: Vec<Option<Value>> = self.get_all(table, keys).await?;
        Ok(rows.iter().map(Option::is_some).collect())
    }

    /// Reads the rows of `table` with these keys, in their order, from one state.
    pub async fn get_all<T: SurrealValue>(
        &self,
        table: &'static str,
        keys: impl IntoIterator<Item = impl SurrealValue>,
    ) -> Result<Vec<Option<T>>, DbError> {
        let named = |key: Value| (table, key);
        let keys: Vec<_> = keys.into_iter().map(|key| named(key.into_value())).collect();
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let ids = keys.iter().map(record_id).collect::<Result<Vec<_>, DbError>>()?;
        // Sorted, so that the same rows in another order share a cache entry.
        let mut ids: Vec<_> = ids.into_iter().zip(0..).collect();
        ids.sort_unstable();
        let (ids, places): (Vec<_>, Vec<usize>) = ids.into_iter().unzip();
        let mut rows = vec![Value::None; keys.len()];
        for (fields, place) in self.read_rows(ids).await?.into_iter().zip(places) {
            rows[place] = fields;
        }
        rows.into_iter().zip(keys).map(|(fields, of)| row(fields, of)).collect()
    }
}

impl Db {
    /// Reads two rows from one state as [`get`](Self::get) does, each given by table and key.
    pub async fn get_both<A: SurrealValue, B: SurrealValue>(
        &self,
        one: (&'static str, impl SurrealValue),
        other: (&'static str, impl SurrealValue),
    ) -> Result<(Option<A>, Option<B>), DbError> {
        let (one, other) = ((one.0, one.1.into_value()), (other.0, other.1.into_value()));
        let ids = vec![record_id(&one)?, record_id(&other)?];
        let mut rows = self.read_rows(ids).await?.into_iter();
        let (first, second) = (rows.next().unwrap_or_default(), rows.next().unwrap_or_default());
        Ok((row(first, one)?, row(second, other)?))
    }
}

impl Db {
    /// Reads up to `limit` rows of `table` whose string keys come after `after`, in key order: the
    /// cheapest way to read a whole table in pages. On a [snapshot](Self::snapshot), it bypasses
    /// the read cache.
    ///
    /// A statement would read the whole rest of the table for each page: SurrealDB does not end the
    /// scan of a range at a limit.
    pub async fn get_after<T: SurrealValue>(
        &self,
        table: &'static str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<T>, DbError> {
        StatementCounts::count(|counts| counts.key_reads += 1);
        let start = Bound::Excluded(RecordIdKey::String(after.to_owned()));
        let range = RecordId::new(table, RecordIdKeyRange { start, end: Bound::Unbounded });
        let rows = self.read(Read::Range(range, limit)).await?.into_iter();
        rows.filter_map(|fields| row(fields.clone(), (table, key_of(&fields)?)).transpose())
            .collect()
    }

    async fn read_rows(&self, ids: Vec<RecordId>) -> Result<Vec<Value>, DbError> {
        StatementCounts::count(|counts| counts.key_reads += 1);
        self.read(Read::Rows(ids)).await
    }
}

/// Table and key of a row.
type Named = (&'static str, Value);

fn record_id((table, key): &Named) -> Result<RecordId, DbError> {
    let key = match key.clone() {
        Value::String(key) => RecordIdKey::String(key),
        Value::Number(Number::Int(key)) => RecordIdKey::Number(key),
        Value::Array(key) => RecordIdKey::Array(key),
        _ => return Err(DbError::Corrupt("a key is a text, an integer or an array".to_owned())),
    };
    Ok(RecordId::new(*table, key))
}

/// Returns the key in the field `id` of a row.
fn key_of(fields: &Value) -> Option<Value> {
    match fields {
        Value::Object(fields) => match fields.get("id")? {
            Value::RecordId(id) => match &id.key {
                RecordIdKey::String(key) => Some(Value::String(key.clone())),
                RecordIdKey::Number(key) => Some(Value::Number(Number::Int(*key))),
                RecordIdKey::Array(key) => Some(Value::Array(key.clone())),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

fn row<T: SurrealValue>(fields: Value, (table, key): Named) -> Result<Option<T>, DbError> {
    match fields {
        Value::None => Ok(None),
        Value::Object(mut fields) => {
            fields.insert("id", key);
            T::from_value(Value::Object(fields)).map(Some).map_err(corrupt)
        }
        _ => Err(DbError::Corrupt(format!("a row of {table} is no object"))),
    }
}

#[cfg(test)]
mod tests {
    use proptest::{
        prelude::*,
        test_runner::{Config, TestRunner},
    };
    use surrealdb::types::Object;

    use super::*;
    use crate::{DbConfig, Routes};

    const ROWS: &str = "RETURN $keys.map(|$key| \
                        (SELECT *, record::id(id) AS id FROM ONLY type::record('thing', $key)))";

    /// Any value as stored in a row.
    #[derive(Debug, PartialEq)]
    struct Any(Value);

    impl SurrealValue for Any {
        fn kind_of() -> surrealdb::types::Kind {
            surrealdb::types::Kind::Any
        }

        fn into_value(self) -> Value {
            self.0
        }

        fn from_value(value: Value) -> Result<Self, surrealdb::types::Error> {
            Ok(Self(value))
        }
    }

    fn key() -> impl Strategy<Value = Value> {
        let text = prop_oneof!["[a-c]{1,2}", "[0-9]{1,3}", "\\PC{1,4}", Just("a:b".to_owned())];
        let text = text.prop_map(Value::String);
        let number = (-3..4_i64).prop_map(|number| Value::Number(Number::Int(number)));
        let one = prop_oneof![text, number];
        let list = proptest::collection::vec(one.clone(), 1..3);
        prop_oneof![one, list.prop_map(|keys| Value::Array(keys.into()))]
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            any::<i64>().prop_map(|number| Value::Number(Number::Int(number))),
            (-1e9..1e9_f64).prop_map(|number| Value::Number(Number::Float(number))),
            "\\PC{0,6}".prop_map(Value::String),
            key()
                .prop_filter_map("a record", |key| record_id(&("other", key)).ok())
                .prop_map(Value::RecordId),
        ];
        leaf.prop_recursive(2, 8, 3, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..3)
                    .prop_map(|values| Value::Array(values.into())),
                proptest::collection::btree_map("[a-c]", inner, 0..3)
                    .prop_map(|fields| Value::Object(Object::from_iter(fields))),
            ]
        })
    }

    #[test]
    fn key_reads_equal_a_select() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let row = proptest::collection::btree_map("[a-d]", value(), 0..4);
        let rows = proptest::collection::vec((key(), row), 0..6);
        let asked = proptest::collection::vec(key(), 0..4);
        let db = runtime.block_on(Db::connect(&DbConfig::memory(), Routes::default())).unwrap();
        let config = Config { failure_persistence: None, ..Config::default() };
        TestRunner::new(config)
            .run(&(rows, asked), |(rows, asked)| {
                let (read, selected) = runtime.block_on(both(&db, rows, asked));
                prop_assert_eq!(read, selected);
                Ok(())
            })
            .unwrap();
    }

    /// Reads written and missing rows, by key and by statement.
    async fn both(
        db: &Db,
        rows: Vec<(Value, std::collections::BTreeMap<String, Value>)>,
        asked: Vec<Value>,
    ) -> (Vec<Value>, Vec<Value>) {
        let emptied = db.write("test.empty").step("DEFINE TABLE OVERWRITE thing");
        emptied.step("DELETE thing").run::<()>().await.unwrap();
        let keys: Vec<Value> = rows.iter().map(|(key, _)| key.clone()).chain(asked).collect();
        for (key, fields) in rows {
            let write = db.write("test.row").bind("key", key);
            let write = write.bind("fields", Value::Object(Object::from_iter(fields)));
            let step = "UPSERT type::record('thing', $key) CONTENT $fields RETURN NONE";
            write.step(step).run::<()>().await.unwrap();
        }
        let selected: Vec<Any> = db.query(ROWS).bind("keys", keys.clone()).fetch().await.unwrap();
        let read = |row: Option<Any>| row.map_or(Value::None, |row| row.0);
        let snapshot = db.snapshot().await.unwrap();
        let first: Vec<Option<Any>> = db.get_all("thing", keys.clone()).await.unwrap();
        let again: Vec<Option<Any>> = snapshot.get_all("thing", keys).await.unwrap();
        assert_eq!(first, again);
        (first.into_iter().map(read).collect(), selected.into_iter().map(|row| row.0).collect())
    }

    #[derive(Debug, PartialEq, SurrealValue)]
    struct Row {
        n: i64,
    }

    #[tokio::test]
    async fn missing_row_is_none_and_bad_key_fails() {
        let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
        let step = "CREATE type::record('thing', ['a', 1]) SET n = 5";
        db.write("test.row").step(step).run::<()>().await.unwrap();
        let key = ("a".to_owned(), 1_i64);
        let both = db.get_both(("thing", key.clone()), ("other", "a".to_owned())).await.unwrap();
        assert_eq!(both, (Some(Row { n: 5 }), None::<Row>));
        let odd = db.get::<Row>("thing", 1.5_f64).await.unwrap_err();
        assert!(matches!(odd, DbError::Corrupt(_)), "{odd}");
    }

    #[derive(Debug, PartialEq, SurrealValue)]
    struct Keyed {
        id: String,
        n: i64,
    }

    /// Pages of rows, in memory and on disk, while another table has similar keys.
    #[tokio::test]
    async fn pages_hold_every_row_once_in_key_order() {
        let folder = tempfile::TempDir::new().unwrap();
        let disk = DbConfig::at(format!("surrealkv://{}", folder.path().display()));
        for config in [DbConfig::memory(), DbConfig { reserve_bytes: 0, ..disk }] {
            let db = Db::connect(&config, Routes::default()).await.unwrap();
            for n in (0..25_i64).rev() {
                let write = db.write("test.row").bind("key", format!("k{n:02}")).bind("n", n);
                let write = write.step("CREATE type::record('thing', $key) SET n = $n RETURN NONE");
                let other = "CREATE type::record('thing2', $key) SET n = $n RETURN NONE";
                write.step(other).run::<()>().await.unwrap();
            }
            let snapshot = db.snapshot().await.unwrap();
            db.write("test.late").step("CREATE thing:zz SET n = 99").run::<()>().await.unwrap();
            let (mut all, mut after) = (Vec::new(), String::new());
            loop {
                let page: Vec<Keyed> = snapshot.get_after("thing", &after, 10).await.unwrap();
                assert!(page.len() <= 10);
                let Some(last) = page.last() else { break };
                after = last.id.clone();
                all.extend(page);
            }
            let keyed = |n: i64| Keyed { id: format!("k{n:02}"), n };
            assert_eq!(all, (0..25).map(keyed).collect::<Vec<_>>());
            let late: Vec<Keyed> = db.get_after("thing", "k24", 10).await.unwrap();
            assert_eq!(late, [Keyed { id: "zz".to_owned(), n: 99 }]);
            assert!(db.get_after::<Keyed>("none", "", 10).await.unwrap().is_empty());
        }
    }
}
