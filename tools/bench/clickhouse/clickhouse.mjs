// ClickHouse in a separate process: reads statements, one line of JSON each, and answers each with a line with its
// result and duration in milliseconds, or its error. It exits at the end of its input.
import { createInterface } from "node:readline";
import { Session } from "chdb";

const session = new Session(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const { sql } = JSON.parse(line);
    const started = performance.now();
    const text = session.query(sql, "TSV");
    answer = { text, ms: performance.now() - started };
  } catch (error) {
    answer = { error: error.message };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
session.close();
