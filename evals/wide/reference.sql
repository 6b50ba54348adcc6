CREATE TABLE listings AS FROM read_csv('listings.csv', header = true, sample_size = -1);
