-- What a battle is played by stands beside it: each play and each record names its set of rules.

ALTER TABLE play ADD COLUMN rules TEXT NOT NULL DEFAULT 'man-to-man';
ALTER TABLE record ADD COLUMN rules TEXT NOT NULL DEFAULT 'man-to-man';

-- A game of Castles was known by a word in the place of its house numbers, of which it had none.
UPDATE play SET rules = 'castles', house = '{}' WHERE house = 'castles';

-- A game of Castles is kept as text that begins with its name.
UPDATE record SET rules = 'castles' WHERE substr(data, 1, 8) = CAST('Castles ' AS BLOB);
