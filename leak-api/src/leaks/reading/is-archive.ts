export const MARK_BYTES = 512
export const EMPTY_ZIP = 'PK\u0005\u0006'
const MARKS = ['PK\u0003\u0004', '7z\u00bc\u00af\u0027\u001c', 'Rar!\u001a\u0007', 'BZh', '\u00fd7zXZ\0']
const TAR_MARK = 'ustar'
const TAR_MARK_AT = 257

export const isArchive = (start: Buffer): boolean => {
  const text = start.toString('latin1')
  return MARKS.some((mark) => text.startsWith(mark)) || text.startsWith(TAR_MARK, TAR_MARK_AT)
}
