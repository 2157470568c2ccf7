use std::fmt::Write as _;

use image::{DynamicImage, GenericImageView};
use sparkyard_kernel::ports::{Files, ImageShape};

use super::{
    Place, is_near,
    samples::{BLUE, RED},
};

fn drawing(inside: &str) -> String {
    format!("<svg xmlns='http://www.w3.org/2000/svg' width='80' height='40'>{inside}</svg>")
}

async fn rendered(place: &Place, drawing: &str) -> DynamicImage {
    let file = place.files.put_document(&super::me(), drawing.to_owned().into()).await.unwrap();
    assert_eq!(file.media_type, "image/jpeg");
    let content = place.files.get_private(&file.key).await.unwrap().unwrap();
    image::load_from_memory(&content).unwrap()
}

const SHAPES: &str = "<rect width='40' height='40' fill='#dc1414'/>\
    <g opacity='.99'><path d='M40 0h30v40H40z' style='fill:#1414dc'/></g>";

#[tokio::test]
async fn documents_may_be_drawings_painted_on_white() {
    let place = Place::open().await;
    for (what, text) in [
        ("plain", drawing(SHAPES)),
        (
            "declared",
            format!("\u{feff}<?xml version='1.0'?>\n<!-- A card -->\n{}", drawing(SHAPES)),
        ),
        (
            "styled",
            drawing(
                "<style>.a{fill:#dc1414}.b{fill:#1414dc}</style>\
            <rect class='a' width='40' height='40'/><rect class='b' x='40' width='30' height='40'/>",
            ),
        ),
        (
            "with what nobody sees",
            drawing(&format!(
                "<script>alert(1)</script><title>Card</title>\
            <metadata><x:y xmlns:x='urn:x'>me</x:y></metadata>{SHAPES}"
            )),
        ),
    ] {
        let image = rendered(&place, &text).await;
        assert_eq!(image.dimensions(), (1600, 800), "{what}");
        assert!(is_near(&image, (400, 400), RED) && is_near(&image, (1200, 400), BLUE), "{what}");
        assert!(is_near(&image, (1580, 400), [255; 3]), "{what}");
    }
    assert!(!place.path("public").exists());
}

#[tokio::test]
async fn only_documents_may_be_drawings() {
    let place = Place::open().await;
    for shape in [ImageShape::Picture, ImageShape::Avatar] {
        let refused =
            place.files.put_image(&super::me(), drawing(SHAPES).into(), shape).await.unwrap_err();
        assert_eq!((refused.status.as_u16(), refused.code), (415, "files.not_an_image"));
    }
}

#[tokio::test]
async fn drawings_with_other_content_or_too_large_are_refused() {
    let place = Place::open().await;
    let secret = place.dir.path().join("secret.png");
    std::fs::write(&secret, super::samples::png(&super::samples::halves(8, 8))).unwrap();
    let repeated = |text: &str, times: usize| drawing(&text.repeat(times));
    let (mut echoes, mut entities) = (String::new(), String::new());
    for level in 0..30 {
        let next = level + 1;
        let _ = write!(echoes, "<g id='a{level}'><use href='#a{next}'/><use href='#a{next}'/></g>");
        let _ = write!(entities, "<!ENTITY e{next} '&e{level};&e{level};&e{level};'>");
    }
    let nested = |open: &str, close: &str, depth: usize| {
        drawing(&format!("{}{SHAPES}{}", open.repeat(depth), close.repeat(depth)))
    };
    let sized = |side: &str, times: usize| {
        let rect = format!("<rect width='{side}' height='{side}'/>").repeat(times);
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='{side}' height='{side}'>{rect}</svg>"
        )
    };
    let huge = "<path fill='red' d='M0 0h80v40H0z'/>";
    for (what, text) in [
        ("a picture on the disk", drawing(&format!("<image href='{}'/>", secret.display()))),
        ("a picture elsewhere", drawing("<image href='http://127.0.0.1:9/x.png'/>")),
        ("a picture inside", drawing("<image href='data:image/png;base64,AAAA'/>")),
        ("another document", drawing("<use href='http://127.0.0.1:9/x.svg#a'/>")),
        ("words", drawing("<text x='4' y='9'>Ana</text>")),
        (
            "a page",
            drawing("<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'/></foreignObject>"),
        ),
        ("blur", drawing("<filter id='f'><feGaussianBlur stdDeviation='99'/></filter>")),
        ("a pattern", drawing("<pattern id='p' width='1' height='1'/>")),
        ("a mask", drawing("<mask id='m'/>")),
        ("repetition upon repetition", drawing(&echoes)),
        (
            "repetition in no language",
            format!(
                "<?xml version='1.0'?><!--<svg--><s:svg xmlns:s='http://www.w3.org/2000/svg'>\
                 {echoes}</s:svg>"
            ),
        ),
        (
            "words upon words",
            format!(
                "<!DOCTYPE svg [<!ENTITY e0 'x'>{entities}]>{}",
                drawing("<title>&e30;</title>")
            ),
        ),
        (
            "a file by another name",
            format!(
                "<!DOCTYPE svg [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>{}",
                drawing("<title>&e;</title>")
            ),
        ),
        ("dashes", drawing("<path d='M0 0h80' stroke='red' stroke-dasharray='.0001'/>")),
        (
            "dashes by style",
            drawing(
                "<style>path{stroke:red;stroke-dasharray:.0001}</style>\
            <path d='M0 0h80'/>",
            ),
        ),
        ("too many shapes", repeated("<path d='M0 0h1'/>", 10_001)),
        ("too much render", repeated(huge, 250)),
        ("too many corners", drawing(&format!("<path d='M0 0{}'/>", "l1 1".repeat(50_001)))),
        ("too large to measure", sized("1e20", 9_000)),
        ("too large to scale", sized("1e38", 1)),
        ("too small to measure", sized("1e-20", 1)),
        ("too deep", nested("<g>", "</g>", 100)),
        ("too many layers", nested("<g opacity='.9'>", "</g>", 7)),
        ("too many rules", drawing(&format!("<style>{}</style>", "a{fill:red}".repeat(2000)))),
        ("too long", drawing(&format!("<!--{}-->", "x".repeat(512 * 1024)))),
        ("no size", "<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>".to_owned()),
        ("half of it", drawing(SHAPES)[..120].to_owned()),
        ("another language", "<svg><rect width='9' height='9'/></svg>".to_owned()),
    ] {
        let refused = place.files.put_document(&super::me(), text.into()).await.expect_err(what);
        assert_eq!((refused.status.as_u16(), refused.code), (422, "files.drawing"), "{what}");
    }
    for (what, content) in [
        ("nothing", vec![]),
        ("a page", b"<html><body><svg/></body></html>".to_vec()),
        ("bytes", b"<svg \xFF\xFE".to_vec()),
        ("packed", b"\x1F\x8B\x08\0\0".to_vec()),
    ] {
        let refused = place.files.put_document(&super::me(), content.into()).await.expect_err(what);
        assert_eq!((refused.status.as_u16(), refused.code), (415, "files.not_an_image"), "{what}");
    }
    assert_eq!(place.count("sealed"), 0);
}

/// Each of these is small and would keep its reader busy for minutes, or for ever.
#[tokio::test]
async fn drawings_that_are_hard_to_read_are_refused() {
    let place = Place::open().await;
    for (what, text) in [
        (
            "rules about what is within",
            drawing("<style>g g path{fill:red}</style><path d='M0 0h1'/>"),
        ),
        ("rules about children", drawing("<style>g>path{fill:red}</style><path d='M0 0h1'/>")),
        (
            "too many rules for all shapes",
            drawing(&format!("<style>{}</style>", ".a{}".repeat(201))),
        ),
        (
            "colours in a circle",
            drawing(
                "<defs><linearGradient id='a' href='#b'/><linearGradient id='b' href='#c'/>\
                 <linearGradient id='c' href='#b'/></defs><path d='M0 0h9v9z' fill='url(#a)'/>",
            ),
        ),
        ("too many colours", drawing(&"<linearGradient/>".repeat(201))),
        ("too wide a line", drawing("<path d='M0 0h9' stroke='red' stroke-width='1e30'/>")),
    ] {
        let refused = place.files.put_document(&super::me(), text.into()).await.expect_err(what);
        assert_eq!((refused.status.as_u16(), refused.code), (422, "files.drawing"), "{what}");
    }
}

#[tokio::test]
async fn unusual_sizes_are_bounded() {
    let place = Place::open().await;
    for (size, expected) in [
        ("width='1000000' height='1'", (1600, 1)),
        ("width='.001' height='.001'", (1600, 1600)),
        ("viewBox='0 0 10 20'", (800, 1600)),
    ] {
        let text = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' {size}>\
            <rect width='100%' height='100%' fill='#dc1414'/></svg>"
        );
        let image = rendered(&place, &text).await;
        assert_eq!(image.dimensions(), expected, "{size}");
        // A shape thinner than a pixel is hardly visible.
        let shows = expected.1 > 1;
        assert_eq!(is_near(&image, (expected.0 / 2, expected.1 / 2), RED), shows, "{size}");
    }
}
