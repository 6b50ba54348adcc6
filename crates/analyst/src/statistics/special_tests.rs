use super::*;

fn close(got: f64, right: f64) {
    assert!((got - right).abs() <= 1e-12 * right.abs(), "got {got:e}, right is {right:e}");
}

#[test]
fn the_logarithm_of_gamma_keeps_its_digits_where_it_is_zero() {
    assert_eq!(ln_gamma(1.0), 0.0);
    assert_eq!(ln_gamma(2.0), 0.0);
    close(ln_gamma(1.0 + 1e-8), -5.772_156_531_688_512e-9);
    close(ln_gamma(0.5), std::f64::consts::PI.sqrt().ln());
    close(ln_gamma(6.0), 120f64.ln());
    close(ln_gamma(171.0), 706.573_062_245_787_3);
    close(ln_gamma(1e-300), 690.775_527_898_213_7);
}

#[test]
fn incomplete_gamma_has_closed_forms() {
    close(gamma_upper(1.0, 650.0), (-650.0f64).exp());
    close(gamma_lower(1.0, 1e-9), -(-1e-9f64).exp_m1());
    close(gamma_upper(3.0, 40.0), (-40.0f64).exp() * (1.0 + 40.0 + 800.0));
    close(gamma_lower(0.5, 0.5) + gamma_upper(0.5, 0.5), 1.0);
}

#[test]
fn incomplete_beta_has_closed_forms() {
    close(beta_lower(1.0, 1.0, 0.3), 0.3);
    close(beta_lower(5.0, 1.0, 1e-50), 1e-250);
    close(beta_lower(2.0, 2.0, 0.25), 0.156_25);
    close(beta_lower(0.5, 0.5, 0.5), 0.5);
    close(beta_lower(400.0, 400.0, 0.5), 0.5);
}

#[test]
fn limits_instead_of_nan() {
    assert_eq!((gamma_upper(2.0, 0.0), gamma_upper(2.0, f64::INFINITY), gamma_upper(2.0, f64::NAN)), (1.0, 0.0, 1.0));
    assert_eq!((beta_lower(2.0, 3.0, 0.0), beta_lower(2.0, 3.0, 1.0), beta_lower(2.0, 3.0, f64::NAN)), (0.0, 1.0, 0.0));
    assert_eq!((ln_gamma(0.0), ln_gamma(f64::NAN)), (f64::INFINITY, f64::INFINITY));
}

#[test]
fn a_binomial_of_whole_counts() {
    close(binomial_density(3.0, 2.0, 0.5, 0.5), 10.0 / 32.0);
    close(binomial_density(0.0, 4.0, 0.1, 0.9), 0.9f64.powi(4));
    close(binomial_density(4.0, 0.0, 0.1, 0.9), 1e-4);
}
