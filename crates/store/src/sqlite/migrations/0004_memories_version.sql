-- Counts the changes of memories, so that a reader knows whether what it read still holds.
CREATE TABLE memories_version (number INTEGER NOT NULL);
INSERT INTO memories_version VALUES (0);
CREATE TRIGGER memory_added AFTER INSERT ON memories BEGIN UPDATE memories_version SET number = number + 1; END;
CREATE TRIGGER memory_gone AFTER DELETE ON memories BEGIN UPDATE memories_version SET number = number + 1; END;
CREATE TRIGGER memory_changed AFTER UPDATE OF set_aside ON memories BEGIN
    UPDATE memories_version SET number = number + 1;
END;
