//! Peak memory of the worst uploads, measured from outside in a process of their own.

#![cfg(target_os = "linux")]

use std::process::Command;

use image::{DynamicImage, Rgb, RgbImage};

use sparkyard_testkit::picture_with_huge_profile;

use super::samples::{plain_jpeg, png};
use crate::pictures::{Format, PICTURE_BUDGET_MIB, Shape, render::render};

/// Set in the measured process.
const MEASURED: &str = "SPARKYARD_TEST_MEASURED";
/// Most memory for a picture with hardly any pixels.
const TINY_MIB: u64 = 24;
/// Most memory of rendering in addition to the unpacked picture, for intermediate copies.
const BESIDE_MIB: u64 = 96;

#[test]
fn the_largest_pictures_stay_within_the_budget() {
    if let Ok(name) = std::env::var(MEASURED) {
        return measure(&name);
    }
    for name in ["jpeg", "png", "profile"] {
        let test = "tests::memory::the_largest_pictures_stay_within_the_budget";
        let outcome = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture"])
            .env(MEASURED, name)
            .output()
            .unwrap();
        let output = String::from_utf8_lossy(&outcome.stdout).into_owned();
        assert!(outcome.status.success() && output.contains("measured"), "{name}: {output}");
    }
}

fn measure(name: &str) {
    let content = match name {
        "jpeg" => plain_jpeg(8000, 5000),
        "profile" => picture_with_huge_profile(),
        _ => png(&DynamicImage::from(RgbImage::from_pixel(8000, 5000, Rgb([9, 99, 200])))),
    };
    let most = match name {
        "profile" => TINY_MIB,
        _ => u64::from(PICTURE_BUDGET_MIB) + BESIDE_MIB,
    };
    for shape in [Shape::Picture, Shape::Avatar, Shape::Document] {
        // Resets the peak to the memory in use.
        std::fs::write("/proc/self/clear_refs", "5").unwrap();
        let before = status("VmRSS:");
        let format = Format::of(&content, shape).unwrap();
        assert!(format.unpacked_mib(&content).unwrap() <= PICTURE_BUDGET_MIB);
        render(&content, format, shape).unwrap();
        let taken = status("VmHWM:").saturating_sub(before);
        println!("measured {name} as {shape:?}: {taken} MiB");
        assert!(taken <= most, "{name} took {taken} MiB");
    }
}

/// Returns a figure of this process, in MiB.
fn status(name: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}
