//! Memory, processor time and open files of the process, under the usual names.

use prometheus::{Counter, Gauge};
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

use super::Register;

/// Metrics of this process.
pub(super) struct ProcessMetrics {
    system: System,
    pid: Option<Pid>,
    memory: Gauge,
    cpu: Counter,
    open_files: Gauge,
    most_files: Gauge,
    started: Gauge,
}

impl ProcessMetrics {
    pub(super) fn new(register: &Register<'_>) -> anyhow::Result<Self> {
        Ok(Self {
            system: System::new(),
            pid: sysinfo::get_current_pid().ok(),
            memory: register.gauge("process_resident_memory_bytes", "Resident memory in bytes.")?,
            cpu: register.with(Counter::new(
                "process_cpu_seconds_total",
                "Processor time spent in seconds.",
            )?)?,
            open_files: register.gauge("process_open_fds", "Number of open files.")?,
            most_files: register.gauge("process_max_fds", "Greatest number of open files.")?,
            started: register.gauge(
                "process_start_time_seconds",
                "Start of the process, in seconds since 1970.",
            )?,
        })
    }

    pub(super) fn refresh(&mut self) {
        let Some(pid) = self.pid else { return };
        let kinds = ProcessRefreshKind::nothing().with_cpu().with_memory();
        self.system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), false, kinds);
        let Some(process) = self.system.process(pid) else { return };
        self.memory.set(float(process.memory()));
        let cpu = float(process.accumulated_cpu_time()) / 1000.0;
        self.cpu.inc_by((cpu - self.cpu.get()).max(0.0));
        self.started.set(float(process.start_time()));
        let set = |gauge: &Gauge, files: Option<usize>| {
            gauge.set(files.map_or(f64::NAN, |files| float(files as u64)));
        };
        set(&self.open_files, process.open_files());
        set(&self.most_files, process.open_files_limit());
    }
}

/// Converts a number; above 2^53 to the nearest that can be represented.
#[expect(clippy::cast_precision_loss, reason = "samples of Prometheus are floats")]
pub(super) fn float(number: u64) -> f64 {
    number as f64
}
