/** A file agent that does not start. */
process.stderr.write('there is no room for it\n');
process.exit(1);
