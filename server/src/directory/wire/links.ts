/** The relative paths by which answers refer to things (contract B1). */
export const userPath = (userId: string): string => `/directory/users/${userId}`;
export const servicePath = (serviceId: string): string => `/directory/services/${serviceId}`;
export const companyPath = (companyId: string): string => `/directory/companies/${companyId}`;
export const rolePath = (type: string, roleId: string): string => `/directory/roles/${type}/${roleId}`;
export const messagePath = (messageId: string): string => `/my/messages/${messageId}`;
