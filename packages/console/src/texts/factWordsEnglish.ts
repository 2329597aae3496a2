/** English words for nouns whose API name is not what an operator calls them. */
export const factWords: Readonly<Record<string, string>> = {
  category: 'Category',
  details: 'Detail page',
  static: 'Video',
  subCategory: 'Sub-category',
  webhookEndpoint: 'Webhook',
}
