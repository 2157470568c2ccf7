use std::{fs, path::Path};

use sparkyard_kernel::{
    Clock, ManualClock, Module,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};
use sparkyard_testkit::tools;
use tempfile::TempDir;

use super::*;
use crate::{
    Explore,
    store::crowd::{crowd, forget_snapshots, rename},
};

/// Number of people; enough for the index to be saved.
const CROWD: usize = FEW + 10;

async fn database() -> (Db, ManualClock) {
    let clock = ManualClock::at("2026-03-02T10:00:00Z".parse().unwrap());
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: Explore::NAME, migrations: Explore::MIGRATIONS };
    db.migrate(&[schema], clock.now()).await.unwrap();
    (db, clock)
}

fn index(db: &Db, clock: &ManualClock, data_dir: &Path) -> PeopleIndex {
    let cx = tools(db, clock, data_dir, Explore::NAME);
    let index = PeopleIndex::new(PeopleStore::new(db.clone()), &cx);
    index.ask_skills(None);
    index
}

/// Returns how many people `index` finds by the name `wanted`.
async fn called(index: &PeopleIndex, wanted: &str) -> usize {
    let names = Names {
        wanted,
        around: Around::default(),
        fit: NameFit::EveryWord,
        except: &"me".into(),
        most: 5_000,
    };
    index.named(&names).await.unwrap().len()
}

/// Returns the last change in the file that `index` loaded or wrote last; 0 without one.
fn saved(index: &PeopleIndex) -> i64 {
    index.saved.lock().unwrap().0
}

async fn update(index: &PeopleIndex) {
    index.run(Timestamp::EPOCH).await.unwrap();
}

#[tokio::test]
async fn start_reads_the_file_and_later_changes() {
    let ((db, clock), folder) = (database().await, TempDir::new().unwrap());
    crowd(&db, "ana", FEW - 1).await;
    let first = index(&db, &clock, folder.path());
    update(&first).await;
    assert_eq!(saved(&first), 0, "few are not saved");
    crowd(&db, "bo", 11).await;
    update(&first).await;
    let all = i64::try_from(CROWD).unwrap();
    assert_eq!(saved(&first), all);

    rename(&db, "ana7", "cleo").await;
    let second = index(&db, &clock, folder.path());
    assert_eq!(called(&second, "ana").await, FEW - 2);
    assert_eq!(called(&second, "cleo").await, 1);
    assert_eq!(saved(&second), all, "the rest came from the file");
    update(&second).await;
    assert_eq!(saved(&second), all, "one change is followed when it is needed");
    clock.advance(MAX_AGE);
    update(&second).await;
    assert_eq!(saved(&second), all + 1, "until the file is old");
    clock.advance(MAX_AGE);
    let before = fs::metadata(folder.path().join("people.index")).unwrap().modified().unwrap();
    update(&second).await;
    let after = fs::metadata(folder.path().join("people.index")).unwrap().modified().unwrap();
    assert_eq!(before, after, "without a change nothing is written");
}

#[tokio::test]
async fn a_file_of_another_database_is_not_used() {
    let ((db, clock), folder) = (database().await, TempDir::new().unwrap());
    crowd(&db, "ana", CROWD).await;
    update(&index(&db, &clock, folder.path())).await;
    let (other, _) = database().await;
    crowd(&other, "bo", CROWD + 100).await;
    let loaded = index(&other, &clock, folder.path());
    assert_eq!((called(&loaded, "ana").await, called(&loaded, "bo").await), (0, CROWD + 100));
    assert_eq!(saved(&loaded), 0);
    // A database restored to a time before the file was written.
    forget_snapshots(&db).await;
    let restored = index(&db, &clock, folder.path());
    assert_eq!((called(&restored, "ana").await, saved(&restored)), (CROWD, 0));
}

#[tokio::test]
async fn a_damaged_file_is_not_used() {
    let ((db, clock), folder) = (database().await, TempDir::new().unwrap());
    crowd(&db, "ana", CROWD).await;
    update(&index(&db, &clock, folder.path())).await;
    let file = folder.path().join("people.index");
    let whole = fs::read(&file).unwrap();
    let mut flipped = whole.clone();
    let last = flipped.len() - 9;
    flipped[last] ^= 1;
    let longer = [whole.as_slice(), b"more"].concat();
    for damaged in [b"".as_slice(), &whole[..whole.len() / 2], &flipped, b"people", &longer[4..]] {
        fs::write(&file, damaged).unwrap();
        let loaded = index(&db, &clock, folder.path());
        assert_eq!((called(&loaded, "ana").await, saved(&loaded)), (CROWD, 0));
    }
    fs::write(&file, whole).unwrap();
    let loaded = index(&db, &clock, folder.path());
    assert_eq!((called(&loaded, "ana").await, saved(&loaded) > 0), (CROWD, true));
}
