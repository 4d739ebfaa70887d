// Nim: a stone is dragged off its pile, with all that lie on it; whoever takes the last one has won. The rules are Bouton's own.
import { game } from "bouton";
import * as Phaser from "phaser";

import { Match } from "./match.js";

const kWidth = 800;
const kHeight = 600;
const kStone = { width: 90, height: 34 };
const kGround = 460;
const kFirst = 150; // the middle of the first pile
const kBetween = 170;
/** What is dropped below this line is taken. */
const kTray = 490;

class Table extends Phaser.Scene {
  stones = [];
  busy = false;

  create() {
    this.match = this.registry.get("match");
    this.add.rectangle(kWidth / 2, (kTray + kHeight) / 2, kWidth, kHeight - kTray, 0x14201f);
    this.add.text(20, kTray + 10, "Drag stones here", { color: "#7f9c98", fontSize: "16px" });
    this.line = this.add.text(20, 20, "", { color: "#f0ead6", fontSize: "20px" });
    this.level = this.add.text(300, 560, "", { color: "#f0ead6", fontSize: "18px" });
    this.buttons = {
      hint: this.button(60, "Hint", () => this.showHint()),
      undo: this.button(150, "Undo", () => this.change(() => this.match.undo())),
      again: this.button(240, "Again", () => this.change(() => this.match.begin())),
      weaker: this.button(420, "-", () => this.setLevel(this.match.level - 1)),
      stronger: this.button(470, "+", () => this.setLevel(this.match.level + 1)),
    };
    this.input.on("dragstart", (_pointer, stone) => this.lift(stone));
    this.input.on("drag", (_pointer, stone, x, y) => this.carry(stone, x, y));
    this.input.on("dragend", (pointer, stone) => this.drop(stone, pointer));
    this.setLevel(this.match.level);
    this.draw();
    this.say("Your turn");
  }

  button(x, text, act) {
    const label = this.add.text(x, 560, text, { color: "#1d2b2a", backgroundColor: "#d9c27e", fontSize: "18px" });
    label.setPadding(10, 6).setOrigin(0.5).setInteractive({ useHandCursor: true });
    return label.on("pointerdown", () => {
      if (!this.busy) act();
    });
  }

  say(text) {
    this.line.setText(text);
  }

  setLevel(level) {
    this.match.level = Phaser.Math.Clamp(level, 0, 10);
    this.level.setText(`Level ${this.match.level}`);
  }

  change(how) {
    how();
    this.draw();
    this.say("Your turn");
  }

  draw() {
    for (const stone of this.stones.flat()) stone.destroy();
    this.stones = this.match.piles.map((size, pile) =>
      Array.from({ length: size }, (_, height) => this.stone(pile, height)),
    );
  }

  stone(pile, height) {
    const { x, y } = this.home(pile, height);
    const stone = this.add.rectangle(x, y, kStone.width, kStone.height - 4, 0xb5654a).setStrokeStyle(2, 0x5d3125);
    stone.setInteractive({ useHandCursor: true, draggable: true });
    return stone.setData({ pile, height });
  }

  home(pile, height) {
    return { x: kFirst + pile * kBetween, y: kGround - height * kStone.height };
  }

  /** The stone, and those that lie on it. */
  lifted(stone) {
    return this.stones[stone.getData("pile")].slice(stone.getData("height"));
  }

  lift(stone) {
    for (const one of this.lifted(stone)) one.setDepth(1).setFillStyle(0xd9835f);
  }

  carry(stone, x, y) {
    if (this.busy) return;
    this.lifted(stone).forEach((one, i) => one.setPosition(x, y - i * kStone.height));
  }

  drop(stone, pointer) {
    if (!this.busy && pointer.y > kTray) void this.turn(stone.getData("pile"), stone.getData("height"));
    else this.draw();
  }

  async turn(pile, left) {
    this.busy = true;
    try {
      if (!(await this.match.play(pile, left))) {
        this.say("The rules do not allow that");
        return;
      }
      this.draw();
      if (!(await this.match.look())) {
        this.say("The engine thinks ...");
        await this.match.answer();
        await this.match.look();
      }
      const words = { person: "You have won", engine: "The engine has won" };
      this.say(words[this.match.winner] ?? "Your turn");
    } catch (error) {
      this.say(error.message);
    } finally {
      this.busy = false;
      this.draw();
    }
  }

  async showHint() {
    if (this.match.winner) return;
    const hint = await this.match.hint();
    if (!hint) return this.say("No move wins: play for time");
    const count = this.match.piles[hint.pile] - hint.left;
    this.say(`Take ${count} from pile ${hint.pile + 1}`);
    for (const stone of this.stones[hint.pile].slice(hint.left)) stone.setFillStyle(0xe6c84f);
  }
}

const match = new Match(await game("nim"), [3, 5, 7]);
const phaser = new Phaser.Game({
  type: Phaser.CANVAS,
  width: kWidth,
  height: kHeight,
  backgroundColor: "#24413c",
  scale: { mode: Phaser.Scale.FIT, autoCenter: Phaser.Scale.CENTER_BOTH },
  audio: { noAudio: true },
  scene: Table,
  callbacks: { preBoot: (one) => one.registry.set("match", match) },
});
/** For those who look from outside, such as its test. */
window.example = { match, scene: () => phaser.scene.scenes[0], home: Table.prototype.home };
