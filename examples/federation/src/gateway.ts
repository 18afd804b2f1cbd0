/** Atalaia's address, which the page carries. */
export const gateway = document.querySelector<HTMLMetaElement>('meta[name="atalaia"]')?.content ?? ''
