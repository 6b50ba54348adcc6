use super::*;

fn close(got: f64, right: f64) {
    assert!((got - right).abs() <= 1e-12 * right.abs(), "got {got:e}, right is {right:e}");
}

#[test]
fn known_quantiles() {
    close(normal_sf(1.959_963_984_540_054), 0.025);
    close(t_sf(1.0, 1.0), 0.25);
    close(t_two_sided(12.706_204_736_174_705, 1.0), 0.05);
    close(chi2_sf(2.0 * 20f64.ln(), 2.0), 0.05);
    close(f_sf(1.0, 7.0, 7.0), 0.5);
    close(f_sf(9.0, 1.0, 12.0), t_two_sided(3.0, 12.0));
}

/// From mpmath with 50 digits.
#[test]
fn tails_are_not_zero_and_not_rounded() {
    close(normal_sf(37.0), 5.725_571_222_524_577e-300);
    close(normal_sf(30.0), 4.906_713_927_148_187e-198);
    close(t_sf(36.0, 1000.0), 5.479_100_611_182_699_5e-183);
    close(chi2_sf(1370.0, 1.0) / (2.0 * normal_sf(1370f64.sqrt())), 1.0);
    close(f_sf(100.0, 20.0, 900.0), 1.753_510_420_551_185_2e-212);
    // With ten as its second parameter the beta function is a finite sum. SciPy is off by 1e-9 here.
    close(f_sf(1.5, 20.0, 1e8), 0.069_853_689_865_859_4);
    close(f_sf(10.0, 20.0, 1e8), 1.125_440_688_763_544_4e-31);
    close(f_sf(3.0, 20.0, 1e6), 7.124_949_110_929_418_6e-6);
}

#[test]
fn both_sides_add_up() {
    for z in [-3.0, -0.2, 0.0, 0.7, 2.0] {
        close(normal_sf(z) + normal_sf(-z), 1.0);
        close(t_sf(z, 4.5) + t_sf(-z, 4.5), 1.0);
    }
}

#[test]
fn what_makes_no_sense_is_no_evidence() {
    assert_eq!((normal_sf(f64::NAN), t_two_sided(f64::NAN, 3.0), t_two_sided(2.0, 0.0)), (1.0, 1.0, 1.0));
    assert_eq!((f_sf(-1.0, 2.0, 3.0), f_sf(f64::NAN, 2.0, 3.0), chi2_sf(-1.0, 3.0)), (1.0, 1.0, 1.0));
    assert_eq!((t_two_sided(f64::INFINITY, 3.0), f_sf(f64::INFINITY, 2.0, 3.0)), (0.0, 0.0));
    assert_eq!((normal_sf(f64::INFINITY), normal_sf(f64::NEG_INFINITY)), (0.0, 1.0));
}
