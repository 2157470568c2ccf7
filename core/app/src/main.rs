//! The `sparkyard` command.

use std::process::ExitCode;

use mimalloc::MiMalloc;
use sparkyard_files::{RENDER_PICTURE, render_picture};
use zeroizing_alloc::ZeroAlloc;

/// Queries make many short-lived allocations: with the system's allocator the server answers a
/// third fewer of them. What is freed is wiped, so that no password or number of a card stays.
#[global_allocator]
static ALLOCATOR: ZeroAlloc<MiMalloc> = ZeroAlloc(MiMalloc);

fn main() -> ExitCode {
    // Each image is decoded in a child process, which needs nothing of the server.
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == RENDER_PICTURE) {
        return render_picture(&arguments.next().unwrap_or_default());
    }
    sparkyard::run_to_end(sparkyard::cli::run())
}
