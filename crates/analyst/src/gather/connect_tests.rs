use super::*;

#[test]
fn the_shortest_way_through_the_quietest_tables() {
    // 0 - 1 - 2, 0 - 3 - 2, and 3 is known by everybody; 9 stands alone.
    let keys = [(0, 1), (1, 2), (0, 3), (3, 2), (3, 4), (3, 5), (3, 6), (3, 7), (3, 8)];
    let graph = Graph::new(10, keys.into_iter());
    assert_eq!(graph.between(&[0], 2), Some(vec![1]));
    assert_eq!(graph.between(&[0], 1), Some(vec![]));
    assert_eq!(graph.between(&[0, 4], 5), Some(vec![3]));
    assert_eq!(graph.between(&[0], 0), Some(vec![]));
    assert_eq!(graph.between(&[0], 9), None);
    assert_eq!(graph.between(&[], 0), None);
    assert_eq!(graph.between(&[0], 99), None);
}

#[test]
fn a_long_way_is_no_connection() {
    let chain = Graph::new(10, (0..9).map(|n| (n, n + 1)));
    assert_eq!(chain.between(&[0], 4), Some(vec![1, 2, 3]));
    assert_eq!(chain.between(&[0], 5), None);
}

#[test]
fn keys_to_itself_and_to_nowhere_do_no_harm() {
    let graph = Graph::new(2, [(0, 0), (0, 7), (0, 1), (1, 0)].into_iter());
    assert_eq!(graph.between(&[0], 1), Some(vec![]));
}
