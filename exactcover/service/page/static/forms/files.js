/* Files whose text goes into a field of the form. */

/** Let each file that is chosen, or dropped on its field, fill the field; refused: called with a sentence if it cannot be read. */
export function pourFiles(root, refused) {
  for (const input of root.querySelectorAll("[data-into]")) {
    const field = root.querySelector(input.dataset.into);
    const pour = async file => {
      if (!file) return;
      try {
        field.value = await file.text();
      } catch {
        refused(`${file.name} could not be read.`);
      }
    };
    input.addEventListener("change", () => pour(input.files[0]));
    field.addEventListener("drop", event => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      pour(event.dataTransfer.files[0]);
    });
  }
}
