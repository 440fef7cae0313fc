// SPDX-License-Identifier: MIT

import com.sun.jna.Callback;
import com.sun.jna.Library;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;
import com.sun.jna.ptr.LongByReference;
import java.nio.ByteBuffer;

/** What Example.java needs of scrim-api.json. Handles and sizes are long, which fits the 64-bit processors on which Scrim runs. */
public interface Scrim extends Library {
    int OK = 0, ERROR_BUFFER_TOO_SMALL = -4, HANDLE_ANY = 0, FORMAT_RGBA = 0x34324241;
    long CHANGE_COUNT = 16; // the offset of scrim_text_change.count

    String scrim_status_name(int status);
    String scrim_status_message(int status);
    int scrim_text_options_init(TextOptions options, long size);
    int scrim_text_create(TextOptions options, LongByReference out);
    int scrim_text_callbacks_init(TextCallbacks callbacks, long size);
    int scrim_text_set_callbacks(long text, TextCallbacks callbacks, Pointer userData, Pointer userDataFree);
    int scrim_text_insert(long text, byte[] utf8, long length);
    int scrim_text_copy_masked(long text, byte[] buffer, long capacity, LongByReference length);
    void scrim_text_destroy(long text);
    int scrim_style_init(Style style, long size);
    int scrim_redact_rects(
        ByteBuffer pixels, long stride, int format, int width, int height, double[] rects, long count, Style style, Pointer outcome);
    long scrim_live_handles(int kind);

    @FieldOrder({
        "struct_size", "required_protection", "capacity", "mask_character", "max_clusters", "allowed", "mask", "mask_count",
        "hide_length", "reveal_keypad", "mask_delay_ns", "idle_timeout_ns", "visible", "reserved"
    })
    class TextOptions extends Structure {
        public int struct_size, required_protection, capacity, mask_character, max_clusters, allowed, mask, mask_count;
        public int hide_length, reveal_keypad;
        public long mask_delay_ns, idle_timeout_ns;
        public int visible, reserved;
    }

    @FieldOrder({"struct_size", "reserved", "should_change", "others"})
    class TextCallbacks extends Structure {
        public int struct_size, reserved;
        public ShouldChange should_change;
        public Pointer[] others = new Pointer[9];
    }

    @FieldOrder({"kind", "color", "flags", "reserved", "amount", "saturation", "seed"})
    class Style extends Structure {
        public int kind, color, flags, reserved;
        public double amount, saturation;
        public long seed;
    }

    interface ShouldChange extends Callback {
        int invoke(Pointer change, Pointer user_data);
    }
}
