export type Screenshot = { readonly src: string; readonly width: number; readonly height: number }

/**
 * THE ONE PLACE for the picture of the product: a real screenshot of the running dashboard, or nothing. Until
 * there is one, the page shows a drawing that does not pretend to be the product.
 */
export const dashboardScreenshot: Screenshot | undefined = undefined
