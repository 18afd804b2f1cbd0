type SavedFile = { readonly text: string; readonly type: string; readonly name: string }

/** Hands the browser a file. */
export const saveFile = ({ text, type, name }: SavedFile): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
