// A bot in JavaScript that chooses a random hex, or the last option if there are no hexes.
//
// Try it: kingdom bot-check examples/bot.js

const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");

const choose = ({ cells, options }) =>
  cells.length ? cells[Math.floor(Math.random() * cells.length)] : options[options.length - 1];

const input = require("readline").createInterface({ input: process.stdin });

input.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") send({ type: "hello", protocol: "kingdom-bot/1", name: "Jay" });
  if (message.type === "decide") send({ type: "answer", number: message.number, answer: choose(message) });
  if (message.type === "quit") process.exit(0);
});
input.on("close", () => process.exit(0));
