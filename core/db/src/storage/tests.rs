use std::mem::discriminant;

use proptest::{collection::vec, option, prelude::*, sample::select};
use surrealdb_kvs_mem::MemoryConfig;
use tempfile::TempDir;

use super::*;
use surrealdb_kvs::{Direction, Key, KeyRange, Val};

type Bytes = Vec<u8>;

/// Operation of a database on its storage.
#[derive(Clone, Debug)]
enum Step {
    Set(Bytes, Val),
    Put(Bytes, Val),
    SetIf(Bytes, Val, Option<Val>),
    Delete(Bytes),
    DeleteIf(Bytes, Option<Val>),
    Get(Bytes),
    GetForUpdate(Bytes),
    Exists(Bytes),
    Keys(Bytes, Bytes, Direction, u32, u32),
    Entries(Bytes, Bytes, Direction, u32, u32),
    Savepoint,
    Release,
    RollBack,
    Commit,
    Cancel,
}

/// Result of an operation: the value found, or the kind of error.
type Outcome = std::result::Result<String, std::mem::Discriminant<Error>>;

impl Step {
    async fn run(&self, transaction: &dyn Transactable) -> Outcome {
        fn key(bytes: &[u8]) -> Key<'_> {
            Key::from(bytes)
        }
        fn range<'a>(start: &'a [u8], end: &'a [u8]) -> KeyRange<'a> {
            KeyRange { start: key(start), end: key(end) }
        }
        fn outcome_of<T: std::fmt::Debug>(result: Result<T>) -> Outcome {
            result.map(|found| format!("{found:?}")).map_err(|error| discriminant(&error))
        }
        match self.clone() {
            Self::Set(at, value) => outcome_of(transaction.set(key(&at), value).await),
            Self::Put(at, value) => outcome_of(transaction.put(key(&at), value).await),
            Self::SetIf(at, value, was) => outcome_of(transaction.putc(key(&at), value, was).await),
            Self::Delete(at) => outcome_of(transaction.del(key(&at)).await),
            Self::DeleteIf(at, was) => outcome_of(transaction.delc(key(&at), was.as_deref()).await),
            Self::Get(at) => outcome_of(transaction.get(key(&at), None).await),
            Self::GetForUpdate(at) => outcome_of(transaction.getu(key(&at)).await),
            Self::Exists(at) => outcome_of(transaction.exists(key(&at), None).await),
            Self::Keys(start, end, Direction::Forward, limit, skip) => {
                outcome_of(transaction.keys(range(&start, &end), limit, skip, None).await)
            }
            Self::Keys(start, end, Direction::Backward, limit, skip) => {
                outcome_of(transaction.keysr(range(&start, &end), limit, skip, None).await)
            }
            Self::Entries(start, end, Direction::Forward, limit, skip) => {
                outcome_of(transaction.scan(range(&start, &end), limit, skip, None).await)
            }
            Self::Entries(start, end, Direction::Backward, limit, skip) => {
                outcome_of(transaction.scanr(range(&start, &end), limit, skip, None).await)
            }
            Self::Savepoint => outcome_of(transaction.new_save_point().await),
            Self::Release => outcome_of(transaction.release_last_save_point().await),
            Self::RollBack => outcome_of(transaction.rollback_to_save_point().await),
            Self::Commit => outcome_of(transaction.commit().await),
            Self::Cancel => outcome_of(transaction.cancel().await),
        }
    }

    fn ends(&self) -> bool {
        matches!(self, Self::Commit | Self::Cancel)
    }
}

/// Few keys, so that steps collide; including the first and the last byte value.
fn keys() -> impl Strategy<Value = Bytes> {
    vec(select(vec![0, 1, 255]), 1..3)
}

fn values() -> impl Strategy<Value = Val> {
    vec(select(vec![7, 8]), 0..2)
}

fn ranges() -> impl Strategy<Value = (Bytes, Bytes, Direction, u32, u32)> {
    let directions = select(vec![Direction::Forward, Direction::Backward]);
    let limits = select(vec![0, 1, 2, u32::MAX]);
    (keys(), keys(), directions, limits, 0..3_u32).prop_map(|(a, b, direction, limit, skip)| {
        (a.clone().min(b.clone()), a.max(b), direction, limit, skip)
    })
}

fn steps() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (keys(), values()).prop_map(|(key, value)| Step::Set(key, value)),
        1 => (keys(), values()).prop_map(|(key, value)| Step::Put(key, value)),
        1 => (keys(), values(), option::of(values())).prop_map(|(k, v, was)| Step::SetIf(k, v, was)),
        2 => keys().prop_map(Step::Delete),
        1 => (keys(), option::of(values())).prop_map(|(key, was)| Step::DeleteIf(key, was)),
        1 => keys().prop_map(Step::Get),
        1 => keys().prop_map(Step::GetForUpdate),
        1 => keys().prop_map(Step::Exists),
        2 => ranges().prop_map(|(a, b, way, limit, skip)| Step::Keys(a, b, way, limit, skip)),
        2 => ranges().prop_map(|(a, b, way, limit, skip)| Step::Entries(a, b, way, limit, skip)),
        2 => Just(Step::Savepoint),
        1 => Just(Step::Release),
        1 => Just(Step::RollBack),
        1 => Just(Step::Commit),
        1 => Just(Step::Cancel),
    ]
}

fn all() -> Step {
    Step::Entries(vec![0], vec![255, 255, 255], Direction::Forward, u32::MAX, 0)
}

async fn opened(folder: &TempDir) -> Shared {
    let config = DbConfig::memory();
    Shared(Storage::open(folder.path().to_owned(), &config).await.unwrap())
}

async fn begun(storage: &Shared, kind: TransactionType) -> Box<dyn Transactable> {
    storage.new_transaction(kind).await.unwrap().0
}

/// Runs every step on our storage and on the database's in-memory one.
async fn compare(steps: Vec<Step>) {
    let folder = TempDir::new().unwrap();
    let (ours, theirs) =
        (opened(&folder).await, surrealdb_kvs_mem::Datastore::new(MemoryConfig::default()).await);
    let theirs = theirs.unwrap();
    let mut pair = None;
    for step in &steps {
        let (our, their) = match pair.take() {
            Some(pair) => pair,
            None => (
                begun(&ours, TransactionType::Write).await,
                theirs.transaction(TransactionType::Write).await.unwrap(),
            ),
        };
        assert_eq!(step.run(&*our).await, step.run(&*their).await, "{step:?} of {steps:?}");
        if step.ends() {
            let late = Step::Get(vec![1]).run(&*our).await;
            assert_eq!(late, Err(discriminant(&Error::TransactionFinished)));
        } else {
            pair = Some((our, their));
        }
    }
    drop(pair);
    let expected = all().run(&*theirs.transaction(TransactionType::Read).await.unwrap()).await;
    assert_eq!(all().run(&*begun(&ours, TransactionType::Read).await).await, expected);
    ours.shutdown().await.unwrap();
    drop(ours);
    let again = opened(&folder).await;
    assert_eq!(all().run(&*begun(&again, TransactionType::Read).await).await, expected, "reopened");
    again.shutdown().await.unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn behaves_like_the_in_memory_storage(steps in vec(steps(), 1..60)) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(compare(steps));
    }
}

async fn outcome(first: &[Step], second: &[Step]) -> Outcome {
    let folder = TempDir::new().unwrap();
    let storage = opened(&folder).await;
    let one = begun(&storage, TransactionType::Write).await;
    let other = begun(&storage, TransactionType::Write).await;
    for step in first {
        step.run(&*one).await.unwrap();
    }
    for step in second {
        step.run(&*other).await.unwrap();
    }
    Step::Commit.run(&*one).await.unwrap();
    Step::Commit.run(&*other).await
}

#[tokio::test(flavor = "multi_thread")]
async fn later_commit_of_the_same_key_conflicts() {
    let set = |key: u8| Step::Set(vec![key], vec![7]);
    let conflict = Err(discriminant(&Error::TransactionConflict(String::new())));
    let fine = Ok("()".to_owned());
    for (first, second, expected) in [
        (vec![set(1)], vec![set(1)], &conflict),
        (vec![set(1)], vec![Step::Delete(vec![1])], &conflict),
        (vec![set(1)], vec![Step::Put(vec![1], vec![8])], &conflict),
        (vec![set(1)], vec![Step::GetForUpdate(vec![1]), set(2)], &conflict),
        (vec![set(1)], vec![Step::Get(vec![1]), set(2)], &fine),
        (vec![Step::GetForUpdate(vec![1])], vec![Step::GetForUpdate(vec![1])], &fine),
        (vec![set(1)], vec![set(2)], &fine),
    ] {
        assert_eq!(&outcome(&first, &second).await, expected, "{first:?} {second:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_operations_are_refused() {
    let folder = TempDir::new().unwrap();
    let storage = opened(&folder).await;
    let reader = begun(&storage, TransactionType::Read).await;
    let read_only = Err(discriminant(&Error::TransactionReadonly));
    let set = Step::Set(vec![1], vec![7]);
    for step in [&set, &Step::Delete(vec![1]), &Step::GetForUpdate(vec![1]), &Step::Savepoint] {
        assert_eq!(step.run(&*reader).await, read_only, "{step:?}");
    }
    assert_eq!(Step::Commit.run(&*reader).await, read_only);
    let past = reader.get(Key::from(vec![1]), Some(1)).await.unwrap_err();
    assert!(matches!(past, Error::UnsupportedVersionedQueries), "{past}");
    Step::Cancel.run(&*reader).await.unwrap();

    let late = begun(&storage, TransactionType::Write).await;
    set.run(&*late).await.unwrap();
    storage.shutdown().await.unwrap();
    assert_eq!(Step::Commit.run(&*late).await, Err(discriminant(&Error::Shutdown)));
}

#[test]
fn unconfirmed_commits_have_an_unknown_outcome() {
    let poison = surrealkv::Error::DatabasePoisoned(Box::new(surrealkv::Error::PipelineStall));
    assert!(uncommitted(&poison).to_string().contains(STOPPED));
    for conflict in [surrealkv::Error::TransactionWriteConflict, surrealkv::Error::TransactionRetry]
    {
        assert!(uncommitted(&conflict).is_retryable());
    }
    for unknown in [
        surrealkv::Error::DatabaseStopped("x".to_owned()),
        surrealkv::Error::PipelineStall,
        surrealkv::Error::Other("x".to_owned()),
    ] {
        let error = uncommitted(&unknown);
        assert!(matches!(&error, Error::CommitOutcomeUnknown(cause) if cause.contains(UNKNOWN)));
        assert!(!error.to_string().contains(STOPPED));
    }
}
