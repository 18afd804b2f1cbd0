const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** The options that contain the text, whatever their case and accents. */
export const matching = (options: readonly string[], text: string): readonly string[] =>
  options.filter((option) => plain(option).includes(plain(text.trim())))
