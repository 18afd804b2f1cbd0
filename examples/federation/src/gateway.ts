/** Where Atalaia is: the page says it. */
export const gateway = document.querySelector<HTMLMetaElement>('meta[name="atalaia"]')?.content ?? ''
