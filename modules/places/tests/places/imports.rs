//! Archives in the published layouts, valid and invalid.

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
};

use sparkyard_kernel::ports::ImportReport;
use tempfile::TempDir;
use zip::{ZipWriter, write::SimpleFileOptions};

use super::{Member, TestApp, Watched, assert_near, column, import, importer, json, search};

const POSTCODE: &str = "\"SW1A1AA\",10,529090,179645,\"E92000001\",\"\",\"\",\"\",\"\",\"\"\n";

/// Creates an archive of the named files.
fn archive(dir: &TempDir, files: &[(&str, &[u8])]) -> PathBuf {
    let path = dir.path().join("given.zip");
    let mut zip = ZipWriter::new(File::create(&path).unwrap());
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap();
    path
}

async fn start() -> (TestApp, Member, TempDir) {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    (app, ana, tempfile::tempdir().unwrap())
}

fn count(report: &ImportReport) -> (&str, u64, u64) {
    (report.what, report.names, report.postcodes)
}

#[tokio::test]
async fn layouts_are_detected_by_content() {
    let (app, ana, dir) = start().await;
    let file = |name: &str| dir.path().join(name);
    // File names do not matter: two of the published files have the same name.
    sparkyard_opendata::geonames(&file("a"), 3000).unwrap();
    sparkyard_opendata::geonames_postal(&file("b"), 600).unwrap();
    sparkyard_opendata::open_names(&file("c"), 12, 400).unwrap();
    sparkyard_opendata::code_point(&file("d"), 3000).unwrap();
    let reports = [
        import(&app, &file("a")).await.unwrap(),
        import(&app, &file("b")).await.unwrap(),
        import(&app, &file("c")).await.unwrap(),
        import(&app, &file("d")).await.unwrap(),
    ];
    assert_eq!(count(&reports[0]), ("GeoNames", 2 + 2998 * 2 / 3, 0));
    assert_eq!(count(&reports[1]), ("GeoNames postal codes", 600, 600));
    assert_eq!(count(&reports[2]), ("OS Open Names", 2 + 12 * 8, 1 + 12 * 208));
    assert_eq!(count(&reports[3]), ("Code-Point Open", 0, 3001));
    assert!(reports.iter().all(|report| !report.resumed));

    let found = search(&ana, "sw1a1aa").await;
    assert_eq!(column(&found, "label"), ["SW1A 1AA, London"]);
    assert_eq!(found[0]["zip_code"], "SW1A 1AA");
    assert_near(&found[0], 51.5010, -0.1416);
    assert_eq!(search(&ana, "SW1A 1AA").await, found);
    for text in ["LS21", "ls21 3"] {
        assert_near(&search(&ana, text).await[0], 53.9060, -1.6900);
    }
    assert_eq!(column(&search(&ana, "Otley").await, "label")[0], "Otley, West Yorkshire");
    assert_eq!(column(&search(&ana, "truro").await, "label")[0], "Truro, Cornwall");
    let near = search(&ana, "barnbourne").await;
    assert!(column(&near, "label")[0].starts_with("Barnbourne, "), "{near}");
}

#[tokio::test]
async fn second_import_replaces_the_first() {
    let (app, ana, dir) = start().await;
    let row = |postcode: &str| POSTCODE.replace("SW1A1AA", postcode);
    let first =
        archive(&dir, &[("Data/CSV/sw.csv", (row("SW1A1AA") + &row("SW1A1AB")).as_bytes())]);
    assert_eq!(import(&app, &first).await.unwrap().postcodes, 2);
    assert_eq!(import(&app, &first).await.unwrap().postcodes, 2);
    let second = archive(&dir, &[("Data/CSV/sw.csv", row("SW1A1AB").as_bytes())]);
    assert_eq!(import(&app, &second).await.unwrap().postcodes, 1);
    assert_eq!(search(&ana, "SW1A 1AA").await, json!([]));
    assert_eq!(search(&ana, "SW1A 1AB").await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn invalid_files_are_located_and_keep_old_data() {
    let (app, ana, dir) = start().await;
    import(&app, &archive(&dir, &[("Data/CSV/sw.csv", POSTCODE.as_bytes())])).await.unwrap();
    let good = POSTCODE.replace("SW1A1AA", "B11AA");
    let after = |bad: &str| format!("{good}{good}{bad}\n").into_bytes();
    let endless = [good.as_bytes(), b"\"", &vec![b'x'; 3 << 20]].concat();
    let cases: [(&str, Vec<u8>, &str); 6] = [
        ("Data/CSV/b.csv", after("\"LONDON\",10,1,1,,,,,,"), "Data/CSV/b.csv line 3: \"LONDON\""),
        ("Data/CSV/b.csv", after("\"B11AB\",10,one,1,,,,,,"), "line 3: easting \"one\""),
        ("Data/CSV/b.csv", after("\"B11AB\",10"), "line 3: 2 columns instead of 10"),
        ("Data/CSV/b.csv", [after("").as_slice(), &[0xff, 0xfe, b'\n']].concat(), "not UTF-8"),
        ("Data/CSV/b.csv", endless, "line 2: a row without an end"),
        ("notes.txt", b"nothing\n".to_vec(), "looks like GeoNames"),
    ];
    for (name, content, expected) in cases {
        let path = archive(&dir, &[(name, &content)]);
        let error = format!("{:#}", import(&app, &path).await.unwrap_err());
        assert!(error.contains("given.zip") && error.contains(expected), "{error}");
        assert_eq!(search(&ana, "B1 1AA").await, json!([]), "{expected}");
        assert_eq!(search(&ana, "SW1A 1AA").await.as_array().unwrap().len(), 1, "{expected}");
    }
    // The first of several files may be valid.
    let files = [("Data/CSV/b.csv", good.as_bytes()), ("Data/CSV/sw.csv", b"x,y\n")];
    let error = format!("{:#}", import(&app, &archive(&dir, &files)).await.unwrap_err());
    assert!(error.contains("Data/CSV/sw.csv line 1: 2 columns"), "{error}");
    assert_eq!(search(&ana, "B1 1AA").await, json!([]));
}

#[tokio::test]
async fn incomplete_archives_are_rejected() {
    let (app, _ana, dir) = start().await;
    let path = dir.path().join("given.zip");
    sparkyard_opendata::code_point(&path, 1200).unwrap();
    let whole = std::fs::read(&path).unwrap();
    for (content, expected) in [
        (&whole[..whole.len() / 2], "not a whole zip archive"),
        (b"<html>Please sign in</html>".as_slice(), "not a whole zip archive"),
        (b"".as_slice(), "not a whole zip archive"),
    ] {
        std::fs::write(&path, content).unwrap();
        let error = format!("{:#}", import(&app, &path).await.unwrap_err());
        assert!(error.contains(expected), "{error}");
    }
    // Damaged in the middle: the archive's checksums detect it.
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle..middle + 64].fill(0);
    std::fs::write(&path, &damaged).unwrap();
    assert!(import(&app, &path).await.is_err());
    let missing = format!("{:#}", import(&app, Path::new("no-such-file.zip")).await.unwrap_err());
    assert!(missing.contains("no-such-file.zip"), "{missing}");
}

#[tokio::test]
async fn file_without_places_changes_nothing() {
    let (app, ana, dir) = start().await;
    import(&app, &archive(&dir, &[("Data/CSV/sw.csv", POSTCODE.as_bytes())])).await.unwrap();
    let nowhere = POSTCODE.replace(",10,529090,179645,", ",90,0,0,");
    let error = import(&app, &archive(&dir, &[("Data/CSV/sw.csv", nowhere.as_bytes())])).await;
    assert!(format!("{:#}", error.unwrap_err()).contains("no place in the United Kingdom"));
    assert_eq!(search(&ana, "SW1A 1AA").await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn progress_adds_up() {
    let (app, _ana, dir) = start().await;
    let path = dir.path().join("codepo_gb.zip");
    sparkyard_opendata::code_point(&path, 2400).unwrap();
    let watch = Arc::new(Watched::default());
    importer(&app).import(&path, watch.clone()).await.unwrap();
    let began = watch.began.lock().unwrap().clone();
    assert_eq!(began.len(), 1);
    assert_eq!((began[0].0.as_str(), began[0].1), ("Code-Point Open", *watch.read.lock().unwrap()));
}

#[tokio::test]
async fn servers_on_one_database_share_imports() {
    let (app, ana, dir) = start().await;
    let file = dir.path().join("GB.zip");
    sparkyard_opendata::geonames(&file, 300).unwrap();
    let other = app.after_restart().with_token(ana.client.token.as_deref().unwrap());
    assert_eq!(search(&other, "barnbourne").await, json!([]));
    import(&app, &file).await.unwrap();
    assert_eq!(column(&search(&other, "barnbourne").await, "city"), ["Barnbourne"]);
}
