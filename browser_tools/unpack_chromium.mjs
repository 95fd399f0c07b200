// Unpacks the headless Chromium of the npm package @sparticuz/chromium with its libraries and fonts, and prints its path
// and the environment it needs as JSON.
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const home = resolve(process.argv[2]);
const unpacked = join(home, "unpacked");
mkdirSync(unpacked, { recursive: true });
process.env.TMPDIR = unpacked;
process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs22.x"; // makes the package unpack the libraries that a bare system lacks

const require = createRequire(pathToFileURL(join(home, "package.json")));
const chromium = await import(pathToFileURL(require.resolve("@sparticuz/chromium")));
const path = await (chromium.default.default ?? chromium.default).executablePath();

const fonts = join(unpacked, "fonts");
for (const family of ["inter", "noto-sans-sc"])
  for (const weight of ["400Regular", "600SemiBold", "700Bold"]) {
    const folder = join(home, "node_modules/@expo-google-fonts", family, weight);
    for (const file of existsSync(folder) ? readdirSync(folder) : [])
      if (file.endsWith(".ttf")) cpSync(join(folder, file), join(fonts, file));
  }
writeFileSync(
  join(fonts, "fonts.conf"),
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir>` +
    `<cachedir>${join(unpacked, "font-cache")}</cachedir></fontconfig>`,
);
const libraries = join(unpacked, "al2023/lib");
console.log(JSON.stringify({ path, environment: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: fonts } }));
