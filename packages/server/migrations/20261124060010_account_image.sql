-- Media types of images, as their resource lists them.
alter table account_image add constraint account_image_media_type_check
  check (media_type in ('image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif')) not valid;
alter table account_image validate constraint account_image_media_type_check;
