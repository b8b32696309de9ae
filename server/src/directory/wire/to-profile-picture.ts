import type { Picture } from '../../accounts/index.ts';
import type { ProfilePicture } from './users.ts';

export const toProfilePicture = (picture: Pick<Picture, 'image' | 'mediaType'>) =>
  ({ Image: picture.image.toString('base64'), MimeType: picture.mediaType }) satisfies ProfilePicture;
