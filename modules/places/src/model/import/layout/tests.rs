use super::*;

const OPEN_NAMES: &str = "osgb4000000074559091,http://data.ordnancesurvey.co.uk/id/4000000074559091,Otley,,,,populatedPlace,Town,420279,445497,5000,70000,418000,443000,422000,447000,LS21,u,,,,Leeds,u,t,,,,Yorkshire and the Humber,u,England,u,,,";

fn read(layout: Layout, line: &str) -> Result<Batch, String> {
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .delimiter(layout.delimiter())
        .quoting(layout.quoted())
        .from_reader(line.as_bytes());
    let mut row = StringRecord::new();
    reader.read_record(&mut row).unwrap();
    let mut batch = Batch::default();
    layout.read(&row, &mut batch).map(|()| batch)
}

fn geonames_row(class: &str, code: &str, lat: &str, population: &str) -> String {
    format!(
        "2640813\tOtley\tOtley\tOtli\t{lat}\t-1.69383\t{class}\t{code}\tGB\t\tENG\tH3\t\t\t\
         {population}\t\t79\tEurope/London\t2019-03-12"
    )
}

#[test]
fn layouts_are_detected_by_their_rows() {
    let postal = "GB\tLS21\tOtley\tEngland\tENG\tWest Yorkshire\t\t\t\t53.9\t-1.7\t4";
    for (line, layout) in [
        (geonames_row("P", "PPL", "53.9", "1").as_str(), Some(Layout::GeoNames)),
        (postal, Some(Layout::GeoNamesPostal)),
        (OPEN_NAMES, Some(Layout::OpenNames)),
        ("\"SW1A1AA\",10,529090,179645,\"E92\",\"\",\"\",\"\",\"\",\"\"", Some(Layout::CodePoint)),
        ("PC,PQ,EA,NO,CY,RH,LH,CC,DC,WC", None),
        ("Postcode,town", None),
        ("", None),
    ] {
        assert_eq!(Layout::of_line(line), layout, "{line}");
    }
    assert_eq!(Layout::of_line(&format!("\u{feff}{OPEN_NAMES}")), Some(Layout::OpenNames));
}

#[test]
fn settlements_are_read_and_other_rows_skipped() {
    let otley = read(Layout::GeoNames, &geonames_row("P", "PPL", "53.90712", "15000")).unwrap();
    assert_eq!(otley.blocks, ["Otley\t\t5390712\t-169383\t15000\n"]);
    for (class, code) in [("T", "HLL"), ("P", "PPLQ")] {
        let row = geonames_row(class, code, "53.9", "1");
        assert_eq!(read(Layout::GeoNames, &row).unwrap().names, 0);
    }
    let otley = read(Layout::OpenNames, OPEN_NAMES).unwrap();
    assert!(otley.blocks[0].starts_with("Otley\tLeeds\t5390"), "{}", otley.blocks[0]);
    let road = OPEN_NAMES.replace("populatedPlace,Town", "transportNetwork,Named Road");
    assert_eq!(read(Layout::OpenNames, &road).unwrap().names, 0);
    let postcode =
        OPEN_NAMES.replace("Otley", "LS21 3AB").replace("populatedPlace,Town", "other,Postcode");
    let postcode = read(Layout::OpenNames, &postcode).unwrap();
    assert_eq!((postcode.postcodes, postcode.sectors["LS213"].len()), (1, 10));
    let welsh = OPEN_NAMES.replace("Otley,,,", "Cardiff,eng,Caerdydd,");
    assert_eq!(read(Layout::OpenNames, &welsh).unwrap().names, 2);
}

#[test]
fn invalid_rows_are_reported() {
    for (layout, line, expected) in [
        (Layout::GeoNames, geonames_row("P", "PPL", "north", "1"), "latitude \"north\""),
        (Layout::GeoNames, geonames_row("P", "PPL", "53.9", "many"), "population \"many\""),
        (Layout::GeoNames, "1\tOtley".to_owned(), "2 columns instead of 19"),
        (Layout::CodePoint, "SW1A1AA,10,x,179645,,,,,,".to_owned(), "easting \"x\""),
        (Layout::CodePoint, "LONDON,10,529090,179645,,,,,,".to_owned(), "\"LONDON\" is not"),
        (Layout::CodePoint, "SW1A1AA,10,9e9,179645,,,,,,".to_owned(), "not on the grid"),
        (Layout::OpenNames, OPEN_NAMES.replace("Otley", &"O".repeat(201)), "too long"),
    ] {
        let error = read(layout, &line).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
    let nowhere = read(Layout::CodePoint, "SW1A1AA,90,0,0,,,,,,").unwrap();
    assert_eq!(nowhere.postcodes, 0);
}
