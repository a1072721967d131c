/* Files of the bench, opened and saved; loaded when they are. */
import { post, requested } from "../server.js";
import { make } from "./form.js";

/** Save bytes as a file. */
function download(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Open the puzzle in a file. */
export async function open(options, file) {
  try {
    const { keys, address } = await post("/page/opened", { text: await file.text(), name: file.name });
    options.replace(keys, address.replace(/^\/\?/, "/design?"));
  } catch (fault) {
    options.toggle(true);
    options.fault(`${file.name}: ${fault.message}`);
  }
}

/** Save the puzzle in a format. */
export async function save(options, ending, to) {
  const { keys, said } = options.bench;
  options.fault("");
  const name = (keys.title || new URLSearchParams(location.search).get("puzzle") || `${keys.kind}`).toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "puzzle";
  try {
    const response = await requested("POST", "/page/saved", { keys: said, ending, to });
    download(await response.blob(), `${name}${ending}`);
  } catch (fault) {
    options.fault(fault.message);
  }
}
