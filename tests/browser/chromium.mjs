// Unpacks the headless Chromium of the npm package @sparticuz/chromium, with the libraries and fonts it needs, and prints
// as JSON where it is and which environment it wants.
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const home = resolve(process.argv[2]);
const room = join(home, "unpacked");
mkdirSync(room, { recursive: true });
process.env.TMPDIR = room;
process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs22.x"; // asks for the libraries that a bare system lacks

const require = createRequire(pathToFileURL(join(home, "package.json")));
const chromium = await import(pathToFileURL(require.resolve("@sparticuz/chromium")));
const path = await (chromium.default.default ?? chromium.default).executablePath();

const fonts = join(room, "fonts");
const chinese = join(home, "node_modules/@expo-google-fonts/noto-sans-sc/400Regular");
for (const file of existsSync(chinese) ? readdirSync(chinese) : [])
  if (file.endsWith(".ttf")) cpSync(join(chinese, file), join(fonts, file));
writeFileSync(
  join(fonts, "fonts.conf"),
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir>` +
    `<cachedir>${join(room, "font-cache")}</cachedir></fontconfig>`,
);
const libraries = join(room, "al2023/lib");
console.log(JSON.stringify({ path, environment: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: fonts } }));
