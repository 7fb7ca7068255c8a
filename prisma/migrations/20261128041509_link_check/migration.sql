-- AlterEnum
ALTER TYPE "security_event_name" ADD VALUE 'link_check';
