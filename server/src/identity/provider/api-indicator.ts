const prefix = 'urn:portolan:api:';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The resource indicator (RFC 8707) of an API that is named by its application id: an id alone is not an absolute URI. */
export const indicatorOf = (api: string): string => (uuid.test(api) ? `${prefix}${api.toLowerCase()}` : api);

/** The application id in an indicator; undefined when the API is named by its own URI. */
export const applicationIdIn = (indicator: string): string | undefined => {
  const id = indicator.startsWith(prefix) ? indicator.slice(prefix.length) : indicator;
  return uuid.test(id) ? id.toLowerCase() : undefined;
};
