export const saveFile = (content: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Adds the mark by which spreadsheets know UTF-8. */
export const saveText = (text: string, name: string, type: string): void =>
  saveFile(new Blob(['\uFEFF', text], { type }), name)
