pub(crate) use sparkyard_kernel::fold::fold;
