// bevy_egui's shader without its six powers a pixel.
//
// bevy_egui takes each texel to gamma space, multiplies it there and takes the product back. With a pure power law the
// way there and back cancels: (t^(1/g) * c)^g = t * c^g, so only the vertex colour needs converting, and a cubic does
// that within a step of eight bits. On a software renderer this is two thirds of a frame, taken from the processors
// that the bot runs on; to the eye there is no difference.

struct Transform {
    scale: vec2<f32>,
    translation: vec2<f32>,
}

struct VertexInput {
    @location(0) position: vec2<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) color: vec4<f32>,
}

struct VertexOutput {
    @builtin(position) position: vec4<f32>,
    @location(0) color: vec4<f32>,
    @location(1) uv: vec2<f32>,
}

@group(0) @binding(0) var<uniform> transform: Transform;

#ifdef BINDLESS
@group(1) @binding(0) var image_texture: binding_array<texture_2d<f32>>;
@group(1) @binding(1) var image_sampler: binding_array<sampler>;

struct BindlessOffset {
    offset: u32,
};
var<push_constant> offset: BindlessOffset;
#else
@group(1) @binding(0) var image_texture: texture_2d<f32>;
@group(1) @binding(1) var image_sampler: sampler;
#endif

// Chad Vernon's cubic through the sRGB curve.
fn linear_from_gamma(c: vec3<f32>) -> vec3<f32> {
    return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878);
}

@vertex
fn vs_main(in: VertexInput) -> VertexOutput {
    let position = in.position * transform.scale + transform.translation;
    return VertexOutput(vec4<f32>(position, 0.0, 1.0), in.color, in.uv);
}

@fragment
fn fs_main(in: VertexOutput) -> @location(0) vec4<f32> {
    #ifdef BINDLESS
    let image_texture = image_texture[offset.offset];
    let image_sampler = image_sampler[offset.offset];
    #endif

    let texel = textureSample(image_texture, image_sampler, in.uv);
    return texel * vec4<f32>(linear_from_gamma(in.color.rgb), in.color.a);
}
